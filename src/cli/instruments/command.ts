/** `paper instruments`: import. */

import { readFile } from 'node:fs/promises'
import { counted, plural } from '../../core/count'
import { fault } from '../../core/fault'
import { readInstruments, withImported } from '../../market/instruments/reference'
import { asListed, asStored } from '../../market/instruments/stored'
import { US_INSTRUMENTS } from '../../market/instruments/us'
import { importInstruments, listModelled } from '../../store/tables/instrument-models'
import { action, type CliCommand, type CommandContext, type Outcome } from '../shared/command'
import { onDatabase } from '../shared/on-database'
import { INSTRUMENTS_HELP } from './help'

export const instrumentsCommand: CliCommand = {
  name: 'instruments',
  help: INSTRUMENTS_HELP,
  does: {
    import: action({ operands: ['FILE.csv'], options: { json: 'flag' } }, (line, context) =>
      importCsv(line.operands[0] ?? '', line.flag('json'), context),
    ),
  },
}

async function importCsv(path: string, isJson: boolean, context: CommandContext): Promise<Outcome> {
  const { terminal } = context
  const csv = await readFile(path, 'utf8').catch(() => null)
  if (csv === null) return fault(`${path}: there is no such file, or it cannot be read.`)
  return onDatabase(
    context,
    async ({ drizzle }) => {
      const stored = asListed(await listModelled(drizzle), US_INSTRUMENTS)
      const { instruments, refused } = readInstruments(csv, withImported(US_INSTRUMENTS, stored))
      for (const { line, reason } of refused) terminal.complain(`${path}: line ${line}: ${reason}`)
      if (refused.length > 0) {
        return fault(`${counted(refused.length)} refused; nothing was imported.`)
      }
      const { added, changed } = await importInstruments(drizzle, instruments.map(asStored))
      const same = instruments.length - added - changed
      if (isJson) {
        terminal.say(JSON.stringify({ instruments: instruments.length, added, changed }))
        return undefined
      }
      terminal.say(
        `${plural(instruments.length, 'instrument')}: ${counted(added)} new, ` +
          `${counted(changed)} changed, ${counted(same)} as they were`,
      )
      return undefined
    },
    { opens: 'what may be missing' },
  )
}
