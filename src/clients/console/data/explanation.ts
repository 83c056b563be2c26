/** The server's explanation of an order: why it waits, and how it was filled. */
import { useEffect, useState } from 'preact/hooks'
import { answered, type Client } from '../../sdk'
import { client } from './client'
import { isOpenOrder, type ShownOrder } from './orders'
import { after } from './time'

const EVERY_MS = 5_000
/**
 * How soon an explanation is read again if the order waits for its first tick, which changes it.
 */
const BEFORE_TICK_MS = 1_000

const read = (from: Client, orderId: string, limit: number) =>
  answered(from.api.paper.orders({ orderId }).explanation.get({ query: { limit } }))

export type ExplanationAnswer = Awaited<ReturnType<typeof read>>
export type ExplainedStep = ExplanationAnswer['steps'][number]

/** Null until it is read, or if the server has none. It is read repeatedly for an open order. */
export function useExplanation(order: ShownOrder, limit: number): ExplanationAnswer | null {
  const { orderId, updatedAt } = order
  const [found, setFound] = useState<ExplanationAnswer | null>(null)
  const from = client.value
  const isOpen = isOpenOrder(order)
  useEffect(() => {
    if (from === null) return
    let over = false
    let cancel = (): void => {}
    const again = async (): Promise<void> => {
      const answer = await read(from, orderId, limit).catch(() => null)
      if (over) return
      setFound(answer)
      // A server without an explanation is not asked again.
      if (!isOpen || answer === null) return
      const isNew = answer.latest?.rule === 'no-tick-yet'
      cancel = after(isNew ? BEFORE_TICK_MS : EVERY_MS, () => void again())
    }
    void again()
    return () => {
      over = true
      cancel()
    }
  }, [from, orderId, updatedAt, isOpen, limit])
  return found
}
