/**
 * One keep-alive connection that asks again as soon as it is answered. Over a raw socket, since a
 * generator on `fetch` takes several times the processor and here it shares two cores with what it
 * measures.
 */
import type { Socket } from 'bun'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Exchange {
  readonly host: string
  readonly port: number
  /** The next request, complete; null ends the connection. */
  readonly next: () => string | null
  readonly answered: (answer: Answer) => void
}

const HEAD_END = '\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i

/** Resolves when `next` has nothing more; rejects when the server closes before. */
export function converse({ host, port, next, answered }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = ''
    let done = false
    const ask = (socket: Socket): void => {
      const request = next()
      if (request !== null) {
        // A request is smaller than a socket's buffer, which is empty: each was answered.
        socket.write(request)
        return
      }
      done = true
      socket.end()
      resolve()
    }
    const lost = (): void => {
      if (!done) reject(new Error(`${host}:${port} closed a connection that was in use`))
    }
    Bun.connect({
      hostname: host,
      port,
      socket: {
        open: ask,
        data(socket, chunk) {
          received += chunk.toString('latin1')
          const answer = completeAnswer(received)
          if (answer === undefined) return
          received = ''
          answered(answer)
          ask(socket)
        },
        close: lost,
        error: (_, error) => reject(error),
      },
    }).catch(reject)
  })
}

/** Undefined while more is to come. The body's text is Latin-1, its length is in bytes. */
function completeAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = text.slice(0, headEnd)
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? Number.NaN)
  if (Number.isNaN(length)) throw new Error(`an answer without a content-length: ${head}`)
  const body = text.slice(headEnd + HEAD_END.length)
  if (body.length < length) return undefined
  return { status: Number(text.slice(STATUS_AT, STATUS_AT + 3)), body }
}
