/** The events of an account up to now, read from the stream once. */
import type { AccountEvent } from '../sdk'
import { isAccountEvent, parseMessage } from '../sdk/messages'
import { RefusalError } from '../sdk/refusal'
import { type ClientCredentials, issueToken } from '../sdk/token'

export interface EventLog extends ClientCredentials {
  readonly url: string
  readonly accountId: string
  /** Reads the events after this number. */
  readonly since: number
}

/**
 * Reads the events of an account up to now from the stream [stream.event]. Needs the runtime's
 * WebSocket, which Node has from 22 on. Throws a RefusalError.
 */
export async function readEventLog(log: EventLog): Promise<readonly AccountEvent[]> {
  if (typeof WebSocket === 'undefined') {
    throw new Error('events() needs a WebSocket, which Node has from 22 on')
  }
  const { url, accountId, since } = log
  const token = await issueToken(url, log, fetch, 'events')
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/stream`)
  const send = (message: object): void => socket.send(JSON.stringify(message))
  const found: AccountEvent[] = []
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
        if (message === undefined || !isAccountEvent(message)) return
        found.push(message)
        if (message.seq >= lastSeq) resolve(found)
      }
    })
  } finally {
    socket.close()
  }
}
