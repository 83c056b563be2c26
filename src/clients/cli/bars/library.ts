/**
 * The bars that are stored, to be read: those of BARS_FILE, of a server that has the folder open,
 * or of the database.
 */

import { openBarFile } from '../../../ledger/bar-file'
import { barLibrary } from '../../../ledger/bars'
import { fault, isFault } from '../../../lib/fault'
import type { BarLibrary } from '../../../market/feeds/replay/load'
import { askRunningServer } from '../../../server/control-socket'
import type { CommandContext, Outcome } from '../shared/command'
import { configOf, onDatabase } from '../shared/on-database'
import { SERVED_BARS, servedLibrary } from './served'

export async function onLibrary(
  context: CommandContext,
  work: (library: BarLibrary) => Promise<Outcome>,
): Promise<Outcome> {
  const config = configOf(context.env)
  if (isFault(config)) return config
  const { barsFile, database: choice } = config
  if (barsFile !== null) {
    const file = openBarFile(barsFile, 'read')
    try {
      return await work(file)
    } finally {
      file.close()
    }
  }
  if (choice.kind === 'embedded') {
    const ask = (args: readonly string[]) => askRunningServer(choice.dir, SERVED_BARS, args)
    const first = await ask(['list'])
    if (first !== null) return first.ok ? work(servedLibrary(ask)) : fault(first.text)
  }
  return onDatabase(context, (database) => work(barLibrary(database)))
}
