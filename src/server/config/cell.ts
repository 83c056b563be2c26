/** The setting CELL: which of several deployments behind one address this is [run.cell]. */
import { clientIdPrefix, isCellName } from '../../core/cell'
import { PAPER_CLIENT_ID } from './access'
import type { ConfigFault, Setting } from './setting'

/** Null for a deployment that is no cell, or the one without a name. */
export const CELL: Setting<string | null> = {
  variable: 'CELL',
  unset: null,
  allowed: '1 to 8 small letters and digits',
  read: (text) => (isCellName(text) ? text : undefined),
}

interface CellSettings {
  readonly cell: string | null
  readonly clientId: string | null
}

/** A client's id names its cell, since a proxy sends its sign-in there [run.cell-client]. */
export function cellFaults({ cell, clientId }: CellSettings): readonly ConfigFault[] {
  if (cell === null || clientId === null || clientId.startsWith(clientIdPrefix(cell))) return []
  const allowed = `an id that begins with ${clientIdPrefix(cell)}, since CELL is ${cell}`
  return [{ variable: PAPER_CLIENT_ID.variable, value: JSON.stringify(clientId), allowed }]
}
