/** JSON that many answers share. */

const UTF8 = new TextEncoder()
/** Bytes for the last member, at first. */
const ROOM = 64

/**
 * A JSON object of which many answers differ only in the last member. It is kept in UTF-8: as text,
 * 16 kB would be copied and collected for each answer.
 */
export class SharedJson {
  #bytes: Uint8Array<ArrayBuffer>
  readonly #sharedLength: number

  /** `object` is the text of an object with members. */
  constructor(object: string) {
    const shared = UTF8.encode(object.slice(0, -1))
    this.#sharedLength = shared.length
    this.#bytes = new Uint8Array(shared.length + ROOM)
    this.#bytes.set(shared)
  }

  /** Returns the object with one more member. A later call overwrites the bytes. */
  withMember(name: string, value: unknown): Uint8Array<ArrayBuffer> {
    const member = `,"${name}":${JSON.stringify(value)}}`
    for (;;) {
      const { read, written } = UTF8.encodeInto(member, this.#bytes.subarray(this.#sharedLength))
      if (read === member.length) return this.#bytes.subarray(0, this.#sharedLength + written)
      this.#grow()
    }
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
