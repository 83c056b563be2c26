/** Why an order waits, and where its fills came from: told by the server. */
import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../sdk'
import { client } from './client'
import { isOpenOrder, type ShownFill, type ShownOrder } from './orders'
import { readAt } from './read'
import { after } from './time'

export interface ExplainedStep {
  readonly kind: 'WAITED' | 'FILLED' | 'ENDED'
  /** A code: limit-not-reached. */
  readonly rule: string
  /** The step as a sentence, in English. */
  readonly text: string
  readonly from: string
  readonly to: string
  readonly ticks: number
  readonly until?: string
  readonly missedBy?: number
  readonly fill?: ShownFill
}

export interface ExplanationAnswer {
  /** Why it waits now, or how it ended. */
  readonly latest: ExplainedStep | null
  readonly steps: readonly ExplainedStep[]
}

const EVERY_MS = 5_000

const read = (from: Client, orderId: string, limit: number): Promise<ExplanationAnswer> =>
  readAt(
    from,
    `/paper/orders/${encodeURIComponent(orderId)}/explanation`,
    new URLSearchParams({ limit: String(limit) }),
  )

/** Null until it is read, and where the server cannot tell. Read anew while the order is open. */
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
      // A server that cannot tell is not asked again.
      if (isOpen && answer !== null) cancel = after(EVERY_MS, () => void again())
    }
    void again()
    return () => {
      over = true
      cancel()
    }
  }, [from, orderId, updatedAt, isOpen, limit])
  return found
}
