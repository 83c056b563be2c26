/** `bun run instruments`: import. */
import { readFile } from 'node:fs/promises'
import { fault, isFault } from '../../core/fault'
import { readInstruments, withImported } from '../../market/instruments/reference'
import { asListed, asStored } from '../../market/instruments/stored'
import { US_INSTRUMENTS } from '../../market/instruments/us'
import { importInstruments, listModelled } from '../../store/tables/instrument-models'
import { commandLine } from '../command-line'
import { type CommandContext, type Outcome, onDatabase } from '../shell'

const counted = (count: number): string => count.toLocaleString('en-US')

export async function runInstruments(
  args: readonly string[],
  { terminal, env }: CommandContext,
): Promise<Outcome> {
  const line = commandLine(args, {})
  if (isFault(line)) return line
  const [command, path, ...others] = line.operands
  if (command !== 'import') return fault('Which command? import; --help explains it.')
  if (path === undefined || others.length > 0) return fault('import needs one FILE.csv.')
  const csv = await readFile(path, 'utf8').catch(() => null)
  if (csv === null) return fault(`${path}: there is no such file, or it can't be read.`)
  const store: Parameters<typeof onDatabase>[1] = async ({ drizzle }) => {
    const stored = asListed(await listModelled(drizzle), US_INSTRUMENTS)
    const { instruments, refused } = readInstruments(csv, withImported(US_INSTRUMENTS, stored))
    for (const { line, reason } of refused) terminal.complain(`${path}: line ${line}: ${reason}`)
    if (refused.length > 0)
      return fault(`${counted(refused.length)} refused; nothing was imported.`)
    const { added, changed } = await importInstruments(drizzle, instruments.map(asStored))
    const same = instruments.length - added - changed
    terminal.say(
      `${counted(instruments.length)} instruments: ${counted(added)} new, ` +
        `${counted(changed)} changed, ${counted(same)} as they were`,
    )
    return undefined
  }
  return onDatabase(env, store, 'may make one')
}
