/**
 * The pages of PostgreSQL's files, of 8 KB each. A checksum shows whether a page is as PostgreSQL
 * wrote it (PostgreSQL's storage/checksum_impl.h).
 */

export const PAGE_BYTES = 8_192
/** A table of more than 1 GB has several files of this many pages. */
export const PAGES_PER_FILE = 131_072

const WORD_BYTES = 4
const PAGE_WORDS = PAGE_BYTES / WORD_BYTES
/** The number of partial sums of a page. */
const SUMS = 32
const PRIME = 16_777_619
// biome-ignore format: a table
const OFFSETS = Int32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])

const CHECKSUM_AT = 8
/** The word that begins with the checksum, which counts as 0. */
const CHECKSUM_WORD = CHECKSUM_AT / WORD_BYTES
/** The offset of the end of the free space, which is 0 in an unused page. */
const UPPER_AT = 14

const folded = (sum: number, word: number): number => {
  const mixed = sum ^ word
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17)
}

/** `index` is the page's position in `words`, and `block` its number in its table. */
function checksumOf(words: Int32Array, index: number, block: number): number {
  const begin = index * PAGE_WORDS
  const end = begin + PAGE_WORDS
  let checksum = block
  for (let lane = 0; lane < SUMS; lane++) {
    const word = words[begin + lane] ?? 0
    let sum = folded(OFFSETS[lane] ?? 0, lane === CHECKSUM_WORD ? word & 0xffff0000 : word)
    for (let at = begin + lane + SUMS; at < end; at += SUMS) {
      // Inlined by hand: at a start the engine has not optimized it yet.
      const mixed = sum ^ (words[at] ?? 0)
      sum = Math.imul(mixed, PRIME) ^ (mixed >>> 17)
    }
    checksum ^= folded(folded(sum, 0), 0)
  }
  return ((checksum >>> 0) % 65_535) + 1
}

const UNUSED = Buffer.alloc(PAGE_BYTES)

/** The pages in a part of a file. */
export class Pages {
  readonly #bytes: Buffer
  readonly #words: Int32Array
  readonly #first: number

  /** `first` is the number of the first page. Skips an incomplete last page, as PostgreSQL does. */
  constructor(bytes: Buffer, first: number) {
    const used = bytes.length - (bytes.length % PAGE_BYTES)
    this.#bytes = bytes.subarray(0, used)
    this.#words = new Int32Array(bytes.buffer, bytes.byteOffset, used / WORD_BYTES)
    this.#first = first
  }

  get count(): number {
    return this.#bytes.length / PAGE_BYTES
  }

  page(index: number): Buffer {
    return this.#bytes.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES)
  }

  /** An unused page has no checksum: it must be all zeros. */
  isDamaged(index: number): boolean {
    const page = this.page(index)
    if (page.readUInt16LE(UPPER_AT) === 0) return !page.equals(UNUSED)
    const block = this.#first + index
    return page.readUInt16LE(CHECKSUM_AT) !== checksumOf(this.#words, index, block)
  }

  /** The position in the write-ahead log of the page's last change. */
  position(index: number): bigint {
    const page = this.page(index)
    return positionIn(page.readUInt32LE(0), page.readUInt32LE(WORD_BYTES))
  }
}

export const positionIn = (upper: number, lower: number): bigint =>
  (BigInt(upper) << 32n) + BigInt(lower)
