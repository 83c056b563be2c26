import { rm } from 'node:fs/promises'
import { connect } from '../../src/postgres/connect'
import type { Database } from '../../src/postgres/database'
import { aFolder } from './folders'
import type { Settings } from './server-process'

export interface Storage {
  /** The settings with which a server uses it. */
  readonly settings: Settings
  /** While no server has it. */
  open(): Promise<Database>
  remove(): Promise<void>
}

export async function folderStorage(): Promise<Storage> {
  const dir = await aFolder()
  return {
    settings: { DATA_DIR: dir },
    open: () => connect({ kind: 'embedded', dir, durability: 'fsync' }),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
