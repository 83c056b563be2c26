/** A stream over a bare socket, which can stop reading: WebSocket clients always read. */
import { connect } from 'node:net'

export interface RawStream {
  send(message: unknown): void
  pause(): void
  resume(): void
  /** The texts of the whole messages received, and the code of the close that followed. */
  readonly ended: Promise<{ readonly texts: readonly string[]; readonly code: number | null }>
}

export function openRawStream(url: string, token: string): Promise<RawStream> {
  const { hostname, port, pathname, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  const ended = Promise.withResolvers<Awaited<RawStream['ended']>>()
  const ready = Promise.withResolvers<RawStream>()
  socket.write(
    [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  )
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    ready.resolve(raw)
  })
  socket.on('close', () => ended.resolve(framesIn(Buffer.concat(chunks))))
  socket.on('error', ended.reject)
  const raw: RawStream = {
    send(message) {
      const text = Buffer.from(JSON.stringify(message))
      if (text.length > 125) throw new Error('longer than a short frame')
      // Masked with zeros, which leave the text as it is.
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    ended: ended.promise,
  }
  return ready.promise
}

const TEXT = 1
const CLOSE = 8

/** What follows the answer to the upgrade: unmasked, unfragmented frames (RFC 6455, 5.2). */
function framesIn(received: Buffer) {
  const texts: string[] = []
  let at = received.indexOf('\r\n\r\n') + 4
  while (at + 2 <= received.length) {
    const opcode = received.readUInt8(at) & 0x0f
    const short = received.readUInt8(at + 1)
    const length = short === 126 ? received.readUInt16BE(at + 2) : short
    const start = at + (short === 126 ? 4 : 2)
    if (start + length > received.length) break
    const payload = received.subarray(start, start + length)
    if (opcode === CLOSE) return { texts, code: payload.readUInt16BE(0) }
    if (opcode === TEXT) texts.push(payload.toString())
    at = start + length
  }
  return { texts, code: null }
}
