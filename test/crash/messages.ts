/** PostgreSQL's protocol, as far as a network must know it to cut it at a message or inside one. */

/** The beginning of an order's id, which a commit of the order sends and nothing before it. */
export const ORDER_ID = Buffer.from('ord_')
/** The server waits for the next query, with no transaction open. */
export const READY = Buffer.from('Z\0\0\0\x05I')

/** Finds the ends of messages in a stream that begins with a message. */
export class MessageEnds {
  #left = 0
  #head = Buffer.alloc(0)

  /** The places in this chunk behind which a message ends. */
  endsIn(chunk: Buffer): readonly number[] {
    const ends: number[] = []
    let at = 0
    while (at < chunk.length) {
      if (this.#left === 0) {
        const wanted = 5 - this.#head.length
        this.#head = Buffer.concat([this.#head, chunk.subarray(at, at + wanted)])
        at += wanted
        if (this.#head.length < 5) return ends
        this.#left = this.#head.readInt32BE(1) - 4
        this.#head = Buffer.alloc(0)
        if (this.#left === 0) ends.push(at)
        continue
      }
      const taken = Math.min(this.#left, chunk.length - at)
      this.#left -= taken
      at += taken
      if (this.#left === 0) ends.push(at)
    }
    return ends
  }
}

/** A server's last word on a connection, with this SQLSTATE. */
export function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe connection is ended\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
