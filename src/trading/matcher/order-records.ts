/**
 * The records of the resting orders, in one buffer. A million objects that live for hours cost the
 * collector more than the orders' acceptance, since it visits each of them again and again. It
 * never looks into a buffer.
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

const FIRST_CAPACITY = 16

export class OrderRecords {
  #fields = new DataView(new ArrayBuffer(FIRST_CAPACITY * RECORD_BYTES))
  #text = Buffer.from(this.#fields.buffer)
  /** The first record of each bucket of the hash table by account and id. */
  #buckets = new Uint32Array(FIRST_CAPACITY)
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
    this.#fields.setFloat64(record * RECORD_BYTES + VALID_UNTIL_MS, order.validUntilMs)
    this.setUpdatedAtMs(record, order.updatedAtMs)
    this.#fields.setUint8(record * RECORD_BYTES + ID_LENGTH, orderId.length)
    for (let index = 0; index < orderId.length; index++) {
      this.#fields.setUint8(record * RECORD_BYTES + ID + index, orderId.charCodeAt(index))
    }
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
    const at = record * RECORD_BYTES
    return this.#text.toString('latin1', at + ID, at + ID + this.#fields.getUint8(at + ID_LENGTH))
  }
  validUntilMs(record: number): number {
    return this.#fields.getFloat64(record * RECORD_BYTES + VALID_UNTIL_MS)
  }
  updatedAtMs(record: number): number {
    return this.#fields.getFloat64(record * RECORD_BYTES + UPDATED_AT_MS)
  }
  setUpdatedAtMs(record: number, ms: number): void {
    this.#fields.setFloat64(record * RECORD_BYTES + UPDATED_AT_MS, ms)
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

  #read(record: number, field: number): number {
    return this.#fields.getUint32(record * RECORD_BYTES + field)
  }

  #write(record: number, field: number, value: number): void {
    this.#fields.setUint32(record * RECORD_BYTES + field, value)
  }

  #hasId(record: number, orderId: string): boolean {
    const at = record * RECORD_BYTES
    if (this.#fields.getUint8(at + ID_LENGTH) !== orderId.length) return false
    for (let index = 0; index < orderId.length; index++) {
      if (this.#fields.getUint8(at + ID + index) !== orderId.charCodeAt(index)) return false
    }
    return true
  }

  /** Returns the number of a record that no order uses. */
  #take(): number {
    const free = this.#firstFree
    if (free !== NONE) {
      this.#firstFree = this.#read(free, NEXT_IN_BUCKET)
      return free
    }
    if (this.#next === this.#buckets.length) this.#grow()
    return this.#next++
  }

  /** Doubles the space, in which every record then has an order. */
  #grow(): void {
    this.#setCapacity(2 * this.#buckets.length)
    for (let record = 1; record < this.#next; record++) {
      this.#enterBucket(record, this.#read(record, HASH))
    }
  }

  #clear(): void {
    this.#setCapacity(FIRST_CAPACITY)
    this.#firstFree = NONE
    this.#next = 1
  }

  /** Empties the buckets; keeps the records that fit. */
  #setCapacity(records: number): void {
    const buffer = this.#fields.buffer.transfer(records * RECORD_BYTES)
    this.#fields = new DataView(buffer)
    this.#text = Buffer.from(buffer)
    this.#buckets = new Uint32Array(records)
  }

  /** The number of buckets is a power of 2. */
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
