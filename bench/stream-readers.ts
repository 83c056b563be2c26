/**
 * The readers of the stream benchmark, in a process of their own: it opens the streams, notes when
 * each event arrives, and hands the notes over when it is asked to.
 *
 * One reader of ten notes. The others take what comes and look at nothing: a thousand that parse
 * share two cores with the server, and would measure themselves.
 */
import type { Socket } from 'bun'
import { now } from './stream-clock'

export interface ReadersTask {
  readonly url: string
  readonly tokens: readonly string[]
  readonly streams: number
  readonly accounts: number
}

/** One of each ten of an account, each time at another place in the order of their opening. */
export const isNoted = (index: number, accounts: number): boolean =>
  Math.floor(index / accounts) % 10 === index % 10

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

/** Masked with zeros, which leave the text as it is. */
const SUBSCRIBE = frame(0x81, '{"type":"subscribe"}')
const PONG = frame(0x8a, '')

function frame(opcode: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

/** The server drops a stream without a sign of life for a minute. */
const SIGN_OF_LIFE_EVERY_MS = 20_000

function keepAlive(socket: Socket): void {
  socket.write(PONG)
  setTimeout(keepAlive, SIGN_OF_LIFE_EVERY_MS, socket)
}

function openUnread(url: string, token: string): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url)
  return new Promise((ready, fail) => {
    let begun = ''
    void Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          socket.write(
            [
              ...[`GET ${pathname} HTTP/1.1`, `Host: ${host}`, 'Connection: Upgrade'],
              ...['Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
              ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Authorization: Bearer ${token}`],
              '\r\n',
            ].join('\r\n'),
          )
        },
        data(socket, chunk) {
          if (begun === 'subscribed') return
          begun += chunk.toString('latin1')
          if (begun.includes('{"type":"subscribed"')) {
            begun = 'subscribed'
            subscribed++
            keepAlive(socket)
            ready()
          } else if (begun.includes('{"type":"ready"')) {
            begun = ''
            socket.write(SUBSCRIBE)
          }
        },
        close: () => fail(new Error('closed')),
      },
    })
  })
}

if (import.meta.main)
  process.on('message', async (task: ReadersTask | 'collect') => {
    if (task === 'collect') {
      process.send?.(arrivals.splice(0))
      return
    }
    for (let index = 0; index < task.streams; index++) {
      const token = task.tokens[index % task.tokens.length] ?? ''
      const opening = isNoted(index, task.accounts) ? open : openUnread
      await opening(task.url, token)
    }
    process.send?.(subscribed)
  })
