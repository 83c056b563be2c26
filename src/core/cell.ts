/** The names of cells, and the ids that say them [run.cell-ids]. Null is no cell. */

export const isCellName = (text: string): boolean => /^[a-z0-9]{1,8}$/.test(text)

/** The part of an id that names its cell. */
export const cellPart = (cell: string | null): string => (cell === null ? '' : `${cell}_`)

/** What the client ids of a cell begin with. */
export const clientIdPrefix = (cell: string | null): string => `pk_test_${cellPart(cell)}`

/** Puts a cell before a secret. base64url has no dot, so a proxy can read it. */
export const secretInCell = (secret: string, cell: string | null): string =>
  cell === null ? secret : `${cell}.${secret}`

/** The name of a user without the cell that it was typed with: `anna@a` is anna of the cell a. */
export const nameInCell = (name: string, own: string | null): string =>
  own !== null && name.endsWith(`@${own}`) ? name.slice(0, -own.length - 1) : name
