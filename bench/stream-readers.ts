/**
 * The readers of the stream benchmark, in a process of their own: it opens the streams, notes when
 * each event arrives, and hands the notes over when it is asked to.
 */
import { now } from './stream-clock'

export interface ReadersTask {
  readonly url: string
  readonly tokens: readonly string[]
  readonly streams: number
}

/** `acc_1 17`, and when it arrived. */
export type Arrival = readonly [event: string, atMs: number]

const EVENT = /^\{"type":"order","seq":(\d+),"accountId":"([^"]+)"/

const arrivals: Arrival[] = []
let subscribed = 0

function open(url: string, token: string): Promise<void> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  return new Promise((ready, fail) => {
    socket.onclose = ({ code, reason }) => fail(new Error(`closed: ${code} ${reason}`))
    socket.onmessage = ({ data }) => {
      const text = String(data)
      const event = EVENT.exec(text)
      if (event !== null) arrivals.push([`${event[2]} ${event[1]}`, now()])
      else if (text.startsWith('{"type":"ready"')) socket.send('{"type":"subscribe"}')
      else if (text.startsWith('{"type":"subscribed"')) {
        subscribed++
        ready()
      }
    }
  })
}

process.on('message', async (task: ReadersTask | 'collect') => {
  if (task === 'collect') {
    process.send?.(arrivals.splice(0))
    return
  }
  for (let index = 0; index < task.streams; index++) {
    await open(task.url, task.tokens[index % task.tokens.length] ?? '')
  }
  process.send?.(subscribed)
})
