/** The events of an account up to now, as a stream sends them [stream.event]. */
import type { OrderEvent } from '../sdk'
import { parseMessage } from '../sdk/messages'
import { RefusalError } from '../sdk/refusal'
import { issueToken } from '../sdk/token'
import type { BotCredentials } from './options'

interface EventLog extends BotCredentials {
  readonly url: string
  readonly accountId: string
  /** The number of an event: those after it are read. */
  readonly since: number
}

/** Needs the runtime's WebSocket, which Node has from 22 on. Rejects with a refusal. */
export async function readEventLog(log: EventLog): Promise<readonly OrderEvent[]> {
  if (typeof WebSocket === 'undefined') {
    throw new Error('events() needs a WebSocket, which Node has from 22 on')
  }
  const { url, accountId, since } = log
  const token = await issueToken(url, log, fetch, 'events')
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/stream`)
  const send = (message: object): void => socket.send(JSON.stringify(message))
  const found: OrderEvent[] = []
  let lastSeq = since
  try {
    return await new Promise((resolve, reject) => {
      socket.onopen = () => send({ type: 'authenticate', token })
      socket.onclose = () => reject(new Error('the stream has ended'))
      socket.onmessage = ({ data }) => {
        const message = parseMessage(data)
        if (message?.type === 'error') reject(new RefusalError(message.error, null))
        if (message?.type === 'ready') {
          const account = message.accounts.find((one) => one.accountId === accountId)
          lastSeq = account?.lastSeq ?? 0
          if (lastSeq <= since) resolve(found)
          else send({ type: 'subscribe', accountId, since })
        }
        if (message?.type !== 'order' && message?.type !== 'conditionalOrder') return
        if (message.type === 'order') found.push(message)
        if (message.seq >= lastSeq) resolve(found)
      }
    })
  } finally {
    socket.close()
  }
}
