/**
 * Reads the table of a scenario. Pure.
 *
 * For each line that it does not understand it returns a fault with line, column and the nearest
 * known word [scenario.faults]. It never throws.
 */
import { amount } from '../../../core/money'
import { type Instant, isBefore, NEW_YORK, parseInstant, Temporal } from '../../../core/time'
import { LineCursor, ScenarioError, unknown, withoutComment, wordsOf } from './cursor'
import type { Scenario, ScenarioFault, ScenarioRow, ScenarioSettings, StepsOf } from './scenario'
import { stepsOf } from './verbs'

/** A larger text is no table that a person wrote. */
const LENGTH_MAX = 64 * 1024
const FAULTS_MAX = 20

export type ParsedScenario = Scenario | { readonly faults: readonly ScenarioFault[] }

const SETTING_WORDS = ['clock', 'seed', 'profile', 'cash'] as const
const LINE_WORDS = [...SETTING_WORDS, 'day', 'expect']

export function parseScenario(text: string): ParsedScenario {
  if (text.length > LENGTH_MAX) {
    const message = `a scenario has at most ${LENGTH_MAX} characters`
    return { faults: [{ line: 1, column: 1, message }] }
  }
  const faults: ScenarioFault[] = []
  const reading = openReading()
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const written = withoutComment(whole)
    const words = wordsOf(written)
    if (words.length === 0) continue
    const line = index + 1
    try {
      reading.read(new LineCursor(words, written.length), line, written)
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error
      faults.push({ line, column: error.column, message: error.message })
      if (faults.length === FAULTS_MAX) break
    }
  }
  return faults.length > 0 ? { faults } : reading.scenario()
}

function openReading() {
  let settings: ScenarioSettings = {}
  let date: Temporal.PlainDate | null = null
  let last: { readonly at: Instant; readonly line: number } | null = null
  const timed: ScenarioRow[] = []
  const final: ScenarioRow[] = []

  function setting(cursor: LineCursor): void {
    if (last !== null) cursor.fail('settings come before the first time')
    while (cursor.next !== undefined) {
      const name = cursor.oneOf(SETTING_WORDS, 'a setting')
      if (settings[name] !== undefined) cursor.fail(`${name} is set twice`)
      settings = { ...settings, ...settingOf(name, cursor) }
    }
    const { clock } = settings
    date ??= clock === undefined ? null : clock.toZonedDateTimeISO(NEW_YORK).toPlainDate()
  }

  function timeOf(cursor: LineCursor, line: number): Instant {
    const at = instantOf(cursor, date)
    if (last !== null && isBefore(at, last.at)) {
      cursor.fail(`"${cursor.next}" is before the time of line ${last.line}: times ascend`)
    }
    const { clock } = settings
    if (clock !== undefined && isBefore(at, clock)) {
      cursor.fail(`"${cursor.next}" is before the clock's start`)
    }
    last = { at, line }
    cursor.take('a time')
    return at
  }

  return {
    read(cursor: LineCursor, line: number, written: string): void {
      const text = written.trim().replaceAll(/\s+/g, ' ')
      const row = (at: Instant | null, steps: StepsOf): ScenarioRow => {
        cursor.end()
        return { line, text, at, steps }
      }
      const word = cursor.next ?? ''
      if (SETTING_WORDS.some((known) => known === word)) {
        setting(cursor)
        return
      }
      if (cursor.skip('day')) {
        date = dateOf(cursor)
        cursor.end()
        return
      }
      if (word === 'expect') {
        final.push(row(null, stepsOf(cursor)))
        return
      }
      if (!/^\d/.test(word)) {
        cursor.fail(unknown(word, LINE_WORDS, 'a time or a word that begins a line'))
      }
      const at = timeOf(cursor, line)
      timed.push(row(at, stepsOf(cursor)))
    },
    scenario: (): Scenario => ({ settings, rows: [...timed, ...final] }),
  }
}

const SEED_MAX = 2 ** 32 - 1

function settingOf(name: (typeof SETTING_WORDS)[number], cursor: LineCursor): ScenarioSettings {
  switch (name) {
    case 'clock': {
      const text = cursor.next
      const clock = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text ?? '')
        ? parseInstant(text ?? '')
        : undefined
      if (clock === undefined) {
        cursor.fail(`"${text ?? ''}" is not a time with its offset, such as 2026-03-02T09:25-05:00`)
      }
      cursor.take('a time')
      return { clock }
    }
    case 'seed':
      return { seed: cursor.whole(0, SEED_MAX, 'a seed') }
    case 'profile':
      return { profile: cursor.oneOf(['ideal', 'standard', 'strict'], 'a fill profile') }
    case 'cash':
      return { cash: amount(cursor.amountText()) }
  }
}

function dateOf(cursor: LineCursor): Temporal.PlainDate {
  const text = cursor.matching(/^\d{4}-\d\d-\d\d$/, 'a date such as 2026-03-02')
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return cursor.fail(`there is no date ${text}`)
  }
}

const CLOCK_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{3}))?)?$/

/** Reads New York's time of day, or an instant with its offset. The cursor does not move. */
function instantOf(cursor: LineCursor, date: Temporal.PlainDate | null): Instant {
  const text = cursor.next ?? ''
  if (text.includes('T')) {
    return (
      parseInstant(text) ?? cursor.fail(`"${text}" is not a time such as 2026-03-02T09:30-05:00`)
    )
  }
  const [, hour, minute, second = '0', millisecond = '0'] = CLOCK_TIME.exec(text) ?? []
  if (hour === undefined || minute === undefined) {
    return cursor.fail(`"${text}" is not a time such as 09:30, 09:30:00 or 09:30:00.500`)
  }
  if (date === null) return cursor.fail('a time needs a date: write clock or day before it')
  return date
    .toZonedDateTime({
      timeZone: NEW_YORK,
      plainTime: new Temporal.PlainTime(+hour, +minute, +second, +millisecond),
    })
    .toInstant()
}
