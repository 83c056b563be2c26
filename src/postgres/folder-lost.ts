/** The folder of an embedded database is no longer this process's [durability.one-process]. */
import { codeOf } from './retry'

const FOLDER_LOST = 'FOLDER_LOST'

/** Nothing was done, and nothing will be: whoever has the database ends. */
export class FolderLost extends Error {
  override readonly name = 'FolderLost'
  readonly code = FOLDER_LOST
}

export const isFolderLost = (error: unknown): boolean => codeOf(error) === FOLDER_LOST
