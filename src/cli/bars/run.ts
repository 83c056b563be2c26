/** `bun run bars`: import, list, remove. */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { quoted } from '../../config/setting'
import { fault, isFault, type KeyFault } from '../../core/fault'
import { monotonicNowMs } from '../../market/clock'
import type { Database } from '../../store/database'
import { BAR_INTERVALS, type BarInterval } from '../../store/schema'
import { listBars, removeBars } from '../../store/tables/bars'
import { marketCarriedTo } from '../../store/tables/market-progress'
import { type CommandLine, commandLine } from '../command-line'
import { type CommandContext, type Outcome, onDatabase } from '../shell'
import type { Terminal } from '../terminal'
import { type ImportSettings, importFile } from './import-file'
import { progressOf } from './progress'
import { counted, importLines, listLines, serverLine } from './show'
import { stored, type Tally } from './tally'
import { isZone } from './times'

const OPTIONS = {
  texts: ['symbol', 'interval', 'time-zone'],
  flags: ['add-instruments', 'skip-refused'],
}
/** Of a file; the others are counted. */
const REFUSED_TOLD = 1_000

export async function runBars(
  args: readonly string[],
  { terminal, env }: CommandContext,
): Promise<Outcome> {
  const line = commandLine(args, OPTIONS)
  if (isFault(line)) return line
  const [command, ...operands] = line.operands
  switch (command) {
    case 'import': {
      const settings = settingsOf(line, operands)
      if (isFault(settings)) return settings
      return onDatabase(
        env,
        (database) => importAll(database, operands, settings, terminal),
        'may make one',
      )
    }
    case 'list':
      return onDatabase(env, async (database) => {
        terminal.say(listLines(await listBars(database)).join('\n'))
        return undefined
      })
    case 'remove': {
      const [symbol, ...others] = operands
      const interval = intervalOf(line)
      if (symbol === undefined || others.length > 0) return fault('remove needs one SYMBOL.')
      if (isFault(interval)) return interval
      return onDatabase(env, (database) => remove(database, symbol, interval, terminal))
    }
    default:
      return fault('Which command? import, list or remove; --help explains them.')
  }
}

function intervalOf(line: CommandLine): BarInterval | null | KeyFault {
  const text = line.text('interval')
  if (text === undefined) return null
  const known = BAR_INTERVALS.find((interval) => interval === text)
  return known ?? fault(`--interval: ${quoted(text)} is not allowed; allowed: 1m or 1d`)
}

function settingsOf(line: CommandLine, files: readonly string[]): ImportSettings | KeyFault {
  if (files.length === 0) return fault('import needs at least one FILE.')
  const interval = intervalOf(line)
  if (isFault(interval)) return interval
  const zone = line.text('time-zone') ?? 'America/New_York'
  if (!isZone(zone)) {
    return fault(
      `--time-zone: ${quoted(zone)} is not allowed; allowed: a name of the IANA time zones`,
    )
  }
  return {
    symbol: line.text('symbol')?.toUpperCase() ?? null,
    interval,
    zone,
    addInstruments: line.flag('add-instruments'),
    skipRefused: line.flag('skip-refused'),
  }
}

/** Every file is tried, each on its own. */
async function importAll(
  database: Database,
  paths: readonly string[],
  settings: ImportSettings,
  terminal: Terminal,
): Promise<Outcome> {
  const firstMinutes: number[] = []
  let out = 0
  for (const path of paths) {
    const imported = await importOne(database, path, settings, terminal)
    if (imported === 'kept out') out++
    else if (stored(imported) > 0) firstMinutes.push(imported.firstMinute)
  }
  if (firstMinutes.length > 0) {
    terminal.say(serverLine(Math.min(...firstMinutes), await marketCarriedTo(database)))
  }
  if (out === 0) return undefined
  return fault(`${out} of ${paths.length} ${paths.length === 1 ? 'file' : 'files'} not imported.`)
}

async function importOne(
  database: Database,
  path: string,
  settings: ImportSettings,
  terminal: Terminal,
): Promise<Tally | 'kept out'> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size
  if (bytes === undefined) {
    terminal.complain(`${path}: there is no such file`)
    return 'kept out'
  }
  const startedMs = monotonicNowMs()
  const progress = progressOf(terminal, basename(path), bytes, monotonicNowMs)
  let told = 0
  const imported = await importFile(database, path, settings, {
    began: () => {
      told = 0
    },
    refused(line, reason) {
      if (++told <= REFUSED_TOLD) terminal.complain(`${path}: line ${line}: ${reason}`)
      if (told === REFUSED_TOLD) terminal.complain(`${path}: further lines are only counted`)
    },
    progress: progress.at,
  })
  if (isFault(imported)) {
    terminal.complain(`${path}: ${imported.fault}`)
    return 'kept out'
  }
  const lines = importLines(imported, monotonicNowMs() - startedMs)
  terminal.say([path, ...lines].join('\n'))
  return imported.kept ? imported.tally : 'kept out'
}

async function remove(
  database: Database,
  symbol: string,
  interval: BarInterval | null,
  terminal: Terminal,
): Promise<Outcome> {
  const count = await removeBars(database, symbol.toUpperCase(), interval)
  if (count === 0) return fault(`There are no such bars of ${quoted(symbol)}; \`list\` shows all.`)
  terminal.say(
    `${counted(count)} ${count === 1 ? 'bar' : 'bars'} of ${symbol.toUpperCase()} removed.`,
  )
  return undefined
}
