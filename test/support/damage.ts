/** Damage to a folder of the embedded database, as a bad disk leaves it. */
import { closeSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/postgres/database'
import { relationsIn } from '../../src/postgres/drivers/folder/catalog'
import { PAGE_BYTES } from '../../src/postgres/drivers/folder/layout'
import { statement } from '../../src/postgres/statement'

/** The path of a table or index below `postgres`; the folder must have been closed. */
export function fileOf(folder: string, name: string): string {
  const file = relationsIn(join(folder, 'postgres')).find((each) => each.name === name)?.file
  if (file === undefined) throw new Error(`There is no table ${name}.`)
  return file
}

/** Damages a page of the embedded database in a folder. */
export const damagePage = (folder: string, file: string, page: number): void =>
  damagePageIn(join(folder, 'postgres', file), page)

/** Flips the bits of a byte in the middle of the page. */
export function damagePageIn(path: string, page: number): void {
  const descriptor = openSync(path, 'r+')
  const at = page * PAGE_BYTES + PAGE_BYTES - 100
  const byte = Buffer.alloc(1)
  readSync(descriptor, byte, 0, 1, at)
  writeSync(descriptor, Buffer.from([byte.readUInt8(0) ^ 0xff]), 0, 1, at)
  closeSync(descriptor)
}

/** Leaves so many pages of a table. */
export function cutOff(folder: string, file: string, pages: number): void {
  truncateSync(join(folder, 'postgres', file), pages * PAGE_BYTES)
}

export const pagesOf = (folder: string, file: string): number =>
  statSync(join(folder, 'postgres', file)).size / PAGE_BYTES

export const readOrders = (database: Database): Promise<unknown> => database.all(ORDERS, {})

const ORDERS = statement([], sql`select order_id, status from orders`, ([id]) => String(id))
