/**
 * The records of the resting orders, in buffers. A million objects that live for hours cost the
 * collector much time, since it visits each of them again and again. It never looks into a buffer.
 *
 * A record has a number, which another order gets once this one has left. Numbers begin at 1, so
 * that a field of 0 names no record.
 */
import { assert } from '../../core/assert'
import type { BookedOrder } from '../../ledger/open-orders'

/** Names no record. */
export const NONE = 0

/** The first record of a list, which has the others. */
export interface RecordList {
  first: number
}

/** The fields of a record in which it names its neighbours in a list. */
interface Links {
  readonly previous: number
  readonly next: number
}

/** The offsets of the fields, in bytes. */
const ACCOUNT = 0
const LEVEL = 4
const SEQ = 8
const HASH = 12
/** The next record of the bucket; in a free record the next free one. */
const NEXT_IN_BUCKET = 16
/** An order's neighbours among the orders of its level. */
export const IN_LEVEL: Links = { previous: 20, next: 24 }
/** An order's neighbours among the orders of its account. */
export const IN_ACCOUNT: Links = { previous: 28, next: 32 }
const UPDATED_AT_MS = 36
const VALID_UNTIL_MS = 44
const ID_LENGTH = 52
const ID = 53
const RECORD_BYTES = 84
const ID_MAX = RECORD_BYTES - ID

/** The records of a buffer: a power of 2. A book that grows never copies one. */
const PAGE_BITS = 10
const PAGE = 1 << PAGE_BITS

const FIRST_BUCKETS = 16

export class OrderRecords {
  #pages: DataView<ArrayBuffer>[] = []
  /** The first record of each bucket of the hash table by account and id: a power of 2. */
  #buckets = new Uint32Array(FIRST_BUCKETS)
  #firstFree = NONE
  /** The lowest number that no order has had. */
  #next = 1
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds an order of the account and the level with these numbers, and returns its record. */
  add(order: BookedOrder, account: number, level: number): number {
    const { orderId } = order
    assert(orderId.length <= ID_MAX, 'the id of an order has a place in its record')
    const record = this.#take()
    const hash = hashOf(account, orderId)
    this.#write(record, ACCOUNT, account)
    this.#write(record, LEVEL, level)
    this.#write(record, SEQ, order.seq)
    this.#write(record, HASH, hash)
    this.setUpdatedAtMs(record, order.updatedAtMs)
    const page = this.#page(record)
    const at = offsetOf(record)
    page.setFloat64(at + VALID_UNTIL_MS, order.validUntilMs)
    page.setUint8(at + ID_LENGTH, orderId.length)
    for (let index = 0; index < orderId.length; index++) {
      page.setUint8(at + ID + index, orderId.charCodeAt(index))
    }
    if (this.#size === this.#buckets.length) this.#rehash()
    this.#enterBucket(record, hash)
    this.#size++
    return record
  }

  /** Removes an order that is in no list any more. */
  remove(record: number): void {
    this.#leaveBucket(record)
    this.#write(record, NEXT_IN_BUCKET, this.#firstFree)
    this.#firstFree = record
    this.#size--
    if (this.#size === 0) this.#clear()
  }

  find(account: number, orderId: string): number {
    let record = this.#buckets[this.#bucketOf(hashOf(account, orderId))] ?? NONE
    while (record !== NONE && !(this.account(record) === account && this.#hasId(record, orderId))) {
      record = this.#read(record, NEXT_IN_BUCKET)
    }
    return record
  }

  account(record: number): number {
    return this.#read(record, ACCOUNT)
  }
  level(record: number): number {
    return this.#read(record, LEVEL)
  }
  seq(record: number): number {
    return this.#read(record, SEQ)
  }
  orderId(record: number): string {
    const page = this.#page(record)
    const at = offsetOf(record)
    return Buffer.from(page.buffer, at + ID, page.getUint8(at + ID_LENGTH)).toString('latin1')
  }
  validUntilMs(record: number): number {
    return this.#page(record).getFloat64(offsetOf(record) + VALID_UNTIL_MS)
  }
  updatedAtMs(record: number): number {
    return this.#page(record).getFloat64(offsetOf(record) + UPDATED_AT_MS)
  }
  setUpdatedAtMs(record: number, ms: number): void {
    this.#page(record).setFloat64(offsetOf(record) + UPDATED_AT_MS, ms)
  }

  link(record: number, list: RecordList, { previous, next }: Links): void {
    this.#write(record, previous, NONE)
    this.#write(record, next, list.first)
    if (list.first !== NONE) this.#write(list.first, previous, record)
    list.first = record
  }

  unlink(record: number, list: RecordList, { previous, next }: Links): void {
    const before = this.#read(record, previous)
    const after = this.#read(record, next)
    if (before === NONE) list.first = after
    else this.#write(before, next, after)
    if (after !== NONE) this.#write(after, previous, before)
  }

  /** Yields the records of a list, which must not change meanwhile. */
  *all(list: RecordList, { next }: Links): Iterable<number> {
    for (let record = list.first; record !== NONE; record = this.#read(record, next)) yield record
  }

  #page(record: number): DataView<ArrayBuffer> {
    const page = this.#pages[record >>> PAGE_BITS]
    assert(page !== undefined, 'a record is in a page')
    return page
  }

  #read(record: number, field: number): number {
    return this.#page(record).getUint32(offsetOf(record) + field)
  }

  #write(record: number, field: number, value: number): void {
    this.#page(record).setUint32(offsetOf(record) + field, value)
  }

  #hasId(record: number, orderId: string): boolean {
    const page = this.#page(record)
    const at = offsetOf(record)
    if (page.getUint8(at + ID_LENGTH) !== orderId.length) return false
    for (let index = 0; index < orderId.length; index++) {
      if (page.getUint8(at + ID + index) !== orderId.charCodeAt(index)) return false
    }
    return true
  }

  /** Returns the number of a record that no order uses. */
  #take(): number {
    const free = this.#firstFree
    if (free === NONE) {
      if (this.#next >>> PAGE_BITS === this.#pages.length) {
        this.#pages.push(new DataView(new ArrayBuffer(PAGE * RECORD_BYTES)))
      }
      return this.#next++
    }
    this.#firstFree = this.#read(free, NEXT_IN_BUCKET)
    return free
  }

  /** Doubles the buckets, once there are as many orders; each record up to that number has one. */
  #rehash(): void {
    this.#buckets = new Uint32Array(2 * this.#buckets.length)
    for (let record = 1; record <= this.#size; record++) {
      this.#enterBucket(record, this.#read(record, HASH))
    }
  }

  #clear(): void {
    this.#pages = []
    this.#buckets = new Uint32Array(FIRST_BUCKETS)
    this.#firstFree = NONE
    this.#next = 1
  }

  #bucketOf(hash: number): number {
    return hash & (this.#buckets.length - 1)
  }

  #enterBucket(record: number, hash: number): void {
    const bucket = this.#bucketOf(hash)
    this.#write(record, NEXT_IN_BUCKET, this.#buckets[bucket] ?? NONE)
    this.#buckets[bucket] = record
  }

  #leaveBucket(record: number): void {
    const after = this.#read(record, NEXT_IN_BUCKET)
    const bucket = this.#bucketOf(this.#read(record, HASH))
    let before = this.#buckets[bucket] ?? NONE
    if (before === record) {
      this.#buckets[bucket] = after
      return
    }
    while (this.#read(before, NEXT_IN_BUCKET) !== record)
      before = this.#read(before, NEXT_IN_BUCKET)
    this.#write(before, NEXT_IN_BUCKET, after)
  }
}

const offsetOf = (record: number): number => (record & (PAGE - 1)) * RECORD_BYTES

/** FNV-1a over the account's number and the id, in 32 bits. */
function hashOf(account: number, orderId: string): number {
  let hash = Math.imul(0x811c9dc5 ^ account, 0x01000193)
  for (let index = 0; index < orderId.length; index++) {
    hash = Math.imul(hash ^ orderId.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Gives objects numbers from 1 on, and reuses the number of an object that has left. */
export class Numbers<Item> {
  readonly #items: (Item | undefined)[] = [undefined]
  readonly #free: number[] = []

  add(item: Item): number {
    const number = this.#free.pop() ?? this.#items.length
    this.#items[number] = item
    return number
  }

  get(number: number): Item {
    const item = this.#items[number]
    assert(item !== undefined, 'a record names what is in the book')
    return item
  }

  remove(number: number): void {
    this.#items[number] = undefined
    this.#free.push(number)
  }
}
