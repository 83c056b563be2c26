/** A WebSocket client of the stream that keeps everything it has received. */
import { TypeCompiler } from 'elysia/type-system'
import { Sent, type SentMessage } from '../../src/api/v1/stream/wire'

type Name = keyof typeof Sent
type MessageOf<N extends Name> = Extract<SentMessage, { readonly type: N }>
export type OrderMessage = MessageOf<'order'>

export interface Closed {
  readonly code: number
  readonly reason: string
}

export interface StreamClient {
  readonly messages: readonly SentMessage[]
  /** Everything received of this kind. */
  of<N extends Name>(name: N): MessageOf<N>[]
  /** The next message of this kind that nobody has waited for. */
  next<N extends Name>(name: N): Promise<MessageOf<N>>
  /** Resolves when so many events have come in all. */
  events(count: number): Promise<OrderMessage[]>
  send(message: unknown): void
  close(): void
  /** Cuts the connection; nothing that arrives after this is kept. */
  kill(): void
  readonly closed: Promise<Closed>
}

export interface Opened {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

const SHAPES = Object.values(Sent).map((schema) =>
  TypeCompiler.Compile<(typeof Sent)[keyof typeof Sent]>(schema),
)

/** Every message is checked against the schema that the documentation shows. */
function read(text: unknown): SentMessage {
  const message: unknown = JSON.parse(String(text))
  for (const shape of SHAPES) if (shape.Check(message)) return message
  throw new Error(`not a message of the documented shape: ${String(text)}`)
}

const isNamed = <N extends Name>(
  message: SentMessage | undefined,
  name: N,
): message is MessageOf<N> => message?.type === name

export function openStream(url: string, { token, headers = {} }: Opened = {}): StreamClient {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const socket = new WebSocket(url, { headers: { ...authorization, ...headers } })
  const messages: SentMessage[] = []
  /** The places of each name's messages, so that a reader of thousands need not go through all. */
  const places = new Map<Name, number[]>()
  const looked = new Map<Name, number>()
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<Closed>()
  let waiting: {
    readonly test: () => boolean
    readonly done: () => void
    fail: (e: Error) => void
  }[] = []
  let fault: Error | null = null

  const countOf = (name: Name): number => places.get(name)?.length ?? 0

  const look = () => {
    waiting = waiting.filter(({ test, done, fail }) => {
      if (test()) done()
      else if (fault !== null) fail(fault)
      else return true
      return false
    })
  }
  const until = (test: () => boolean) =>
    new Promise<void>((done, fail) => {
      waiting.push({ test, done, fail })
      look()
    })

  socket.onopen = () => opened.resolve()
  socket.onmessage = ({ data }) => {
    try {
      const message = read(data)
      const ofItsName = places.get(message.type) ?? []
      places.set(message.type, ofItsName)
      ofItsName.push(messages.length)
      messages.push(message)
    } catch (error) {
      fault = error instanceof Error ? error : new Error(String(error))
    }
    look()
  }
  socket.onclose = ({ code, reason }) => {
    closed.resolve({ code, reason })
    fault ??= new Error(`closed: ${code} ${reason}`)
    look()
  }

  const client: StreamClient = {
    messages,
    of: <N extends Name>(name: N) => messages.filter((message) => isNamed(message, name)),
    async next(name) {
      const at = looked.get(name) ?? 0
      looked.set(name, at + 1)
      await until(() => countOf(name) > at)
      const found = messages[places.get(name)?.[at] ?? -1]
      if (!isNamed(found, name)) throw new Error('it was there')
      return found
    },
    async events(count) {
      await until(() => countOf('order') >= count)
      return client.of('order')
    },
    send(message) {
      const text = typeof message === 'string' ? message : JSON.stringify(message)
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
      else void opened.promise.then(() => socket.send(text))
    },
    close: () => socket.close(),
    kill() {
      socket.onmessage = null
      socket.terminate()
    },
    closed: closed.promise,
  }
  return client
}

/** Authenticated, and subscribed to the client's one account. */
export async function subscribed(url: string, token: string, since?: number) {
  const client = openStream(url, { token })
  await client.next('ready')
  client.send({ type: 'subscribe', ...(since !== undefined && { since }) })
  await client.next('subscribed')
  return client
}
