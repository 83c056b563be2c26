/**
 * A vendor's server as Alpaca's documentation describes it: "WebSocket Stream", "Real-time Stock
 * Data", "Historical bars", "Latest quotes" and "Historical auctions" (docs.alpaca.markets).
 */
export interface FakeAlpaca {
  readonly streamUrl: string
  readonly restUrl: string
  /** What clients have sent over the stream. */
  readonly sent: Record<string, unknown>[]
  /** The calls for history, as paths with their queries. */
  readonly calls: string[]
  readonly symbolsMax: { now: number }
  /** To every client, as it is written. */
  deliver(text: string): void
  drop(): void
  stop(): Promise<void>
}

const KEY = { key: 'key-id', secret: 'key-secret' }

export function fakeAlpaca(): FakeAlpaca {
  const sent: Record<string, unknown>[] = []
  const calls: string[] = []
  const symbolsMax = { now: 30 }
  const sockets = new Set<Bun.ServerWebSocket<undefined>>()
  const server = Bun.serve<undefined>({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request, own) {
      const url = new URL(request.url)
      if (url.pathname === '/v2/iex') {
        return own.upgrade(request, { data: undefined })
          ? undefined
          : new Response('', { status: 400 })
      }
      calls.push(`${url.pathname}${url.search}`)
      if (request.headers.get('apca-api-secret-key') !== KEY.secret) {
        return Response.json({ message: 'forbidden.' }, { status: 403 })
      }
      if (url.pathname === '/v2/stocks/quotes/latest') return new Response(LATEST)
      if (url.pathname === '/v2/stocks/auctions') return new Response(AUCTIONS)
      const second = url.searchParams.get('page_token') === 'next'
      return new Response(second ? BARS_2 : BARS_1)
    },
    websocket: {
      open(socket) {
        sockets.add(socket)
        socket.send('[{"T":"success","msg":"connected"}]')
      },
      close: (socket) => void sockets.delete(socket),
      message(socket, text) {
        const message = JSON.parse(String(text))
        sent.push(message)
        if (message.action === 'auth') {
          const known = message.key === KEY.key && message.secret === KEY.secret
          socket.send(
            known
              ? '[{"T":"success","msg":"authenticated"}]'
              : '[{"T":"error","code":402,"msg":"auth failed"}]',
          )
        } else if (message.action === 'subscribe') {
          socket.send(
            message.quotes.length > symbolsMax.now
              ? '[{"T":"error","code":405,"msg":"symbol limit exceeded"}]'
              : JSON.stringify([{ T: 'subscription', ...message }]),
          )
        }
      },
    },
  })
  return {
    streamUrl: `ws://127.0.0.1:${server.port}`,
    restUrl: `http://127.0.0.1:${server.port}`,
    sent,
    calls,
    symbolsMax,
    deliver(text) {
      for (const socket of sockets) socket.send(text)
    },
    drop() {
      for (const socket of sockets) socket.close()
    },
    stop: () => server.stop(true),
  }
}

const BARS_1 =
  '{"bars":{"AAPL":[{"t":"2023-11-14T21:00:00Z","o":189.5,"h":190.005,"l":189.4,' +
  '"c":189.9,"v":1200,' +
  '"n":10,"vw":189.7}]},"next_page_token":"next"}'
const BARS_2 =
  '{"bars":{"AAPL":[{"t":"2023-11-14T21:01:00Z","o":189.9,"h":190.1,"l":189.8,"c":190.0,"v":800,' +
  '"n":7,"vw":189.9}]},"next_page_token":null}'
const LATEST =
  '{"quotes":{"AAPL":{"t":"2023-11-14T22:13:19.123456789Z","ax":"V","ap":190.02,"as":2,"bx":"V",' +
  '"bp":189.98,"bs":3,"c":["R"],"z":"C"}}}'
const AUCTIONS =
  '{"auctions":{"AAPL":[{"d":"2023-11-14","o":[{"t":"2023-11-14T14:30:01.5Z","x":"Q",' +
  '"p":187.7,"s":1000,"c":"Q"},{"t":"2023-11-14T14:30:01.5Z","x":"Q","p":187.7,' +
  '"s":560000,"c":"O"}],"c":[' +
  '{"t":"2023-11-14T21:00:00.4Z","x":"Q","p":187.44,"s":90,"c":"M"}]}]},"next_page_token":null}'
