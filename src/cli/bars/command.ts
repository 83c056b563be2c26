/** `paper bars`: import, list, remove. */

import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { quoted } from '../../config/setting'
import { plural } from '../../core/count'
import { fault, isFault } from '../../core/fault'
import { monotonicNowMs } from '../../market/clock'
import { BAR_INTERVALS } from '../../store/schema'
import { action, type CliCommand, type Outcome } from '../shared/command'
import { choiceOf, type OptionFormat, readOption } from '../shared/options'
import type { Terminal } from '../shared/terminal'
import { type BarStore, onBars } from './bar-store'
import { BARS_HELP } from './help'
import { type ImportSettings, importFile } from './import-file'
import { onLibrary } from './library'
import { progressOf } from './progress'
import { importJson, importLines, listJson, listLines, serverLine } from './render'
import { stored, type Tally } from './tally'
import { isZone } from './timestamps'

const INTERVAL = choiceOf(BAR_INTERVALS)
const TIME_ZONE: OptionFormat<string> = {
  allowed: 'the name of an IANA time zone',
  read: (text) => (isZone(text) ? text : undefined),
}
/** Refused rows of one file that are printed; the others are only counted. */
const REFUSED_PRINTED_MAX = 1_000

export const barsCommand: CliCommand = {
  name: 'bars',
  help: BARS_HELP,
  does: {
    import: action(
      {
        operands: ['FILE…'],
        options: {
          symbol: 'text',
          interval: 'text',
          'time-zone': 'text',
          'add-instruments': 'flag',
          'skip-refused': 'flag',
          json: 'flag',
        },
      },
      (line, context) => {
        const interval = readOption('interval', line.text('interval'), INTERVAL, null)
        if (isFault(interval)) return interval
        const zone = readOption('time-zone', line.text('time-zone'), TIME_ZONE, 'America/New_York')
        if (isFault(zone)) return zone
        const settings = {
          symbol: line.text('symbol')?.toUpperCase() ?? null,
          interval,
          zone,
          addInstruments: line.flag('add-instruments'),
          skipRefused: line.flag('skip-refused'),
        }
        const report = { terminal: context.terminal, isJson: line.flag('json') }
        return onBars(
          context,
          (store) => importAll(store, line.operands, settings, report),
          'make it',
        )
      },
    ),
    list: action({ operands: [], options: { json: 'flag' } }, (line, context) =>
      onLibrary(context, async (library) => {
        const bars = await library.list()
        context.terminal.say(line.flag('json') ? listJson(bars) : listLines(bars).join('\n'))
        return undefined
      }),
    ),
    remove: action(
      { operands: ['SYMBOL'], options: { interval: 'text', json: 'flag' } },
      (line, context) => {
        const [symbol = ''] = line.operands
        const interval = readOption('interval', line.text('interval'), INTERVAL, null)
        if (isFault(interval)) return interval
        return onBars(context, async (store) => {
          const count = await store.remove(symbol.toUpperCase(), interval)
          if (count === 0) return fault(`${quoted(symbol)} has no such bars; \`list\` shows all.`)
          const removed = { symbol: symbol.toUpperCase(), removed: count }
          const text = `${plural(count, 'bar')} of ${removed.symbol} removed.`
          context.terminal.say(line.flag('json') ? JSON.stringify(removed) : text)
          return undefined
        })
      },
    ),
  },
}

/** Tries every file, each on its own. */
async function importAll(
  store: BarStore,
  paths: readonly string[],
  settings: ImportSettings,
  report: Report,
): Promise<Outcome> {
  const firstMinutes: number[] = []
  let failed = 0
  for (const path of paths) {
    const imported = await importOne(store, path, settings, report)
    if (imported === 'not imported') failed++
    else if (stored(imported) > 0) firstMinutes.push(imported.firstMinute)
  }
  if (firstMinutes.length > 0 && !report.isJson) {
    report.terminal.say(serverLine(Math.min(...firstMinutes), await store.reached()))
  }
  if (failed === 0) return undefined
  return fault(`${failed} of ${plural(paths.length, 'file')} not imported.`)
}

/** Where and how an import tells what it has done. */
interface Report {
  readonly terminal: Terminal
  /** One line of JSON for each file. */
  readonly isJson: boolean
}

async function importOne(
  store: BarStore,
  path: string,
  settings: ImportSettings,
  { terminal, isJson }: Report,
): Promise<Tally | 'not imported'> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size
  if (bytes === undefined) {
    terminal.complain(`${path}: there is no such file`)
    return 'not imported'
  }
  const startedMs = monotonicNowMs()
  const progress = progressOf(terminal, basename(path), bytes, monotonicNowMs)
  let refusedRows = 0
  const imported = await importFile(store, path, settings, {
    began: () => {
      refusedRows = 0
    },
    refused(line, reason) {
      refusedRows++
      if (refusedRows <= REFUSED_PRINTED_MAX) terminal.complain(`${path}: line ${line}: ${reason}`)
      if (refusedRows === REFUSED_PRINTED_MAX) {
        terminal.complain(`${path}: further refused lines are only counted`)
      }
    },
    progress: progress.at,
  })
  if (isFault(imported)) {
    terminal.complain(`${path}: ${imported.fault}`)
    return 'not imported'
  }
  const lines = importLines(imported, monotonicNowMs() - startedMs)
  terminal.say(isJson ? importJson(path, imported) : [path, ...lines].join('\n'))
  return imported.kept ? imported.tally : 'not imported'
}
