/** The only place that writes escape sequences, and that decides whether a terminal gets them. */
import type { Environment } from '../../../server/config/config'

/** Where a command writes. */
export interface Terminal {
  /** Its result, to the standard output. */
  say(text: string): void
  /** Everything else, to the standard error. */
  complain(text: string): void
  /** Draws the one line of progress over itself; null takes it away. */
  redraw(line: string | null): void
  /** False where `redraw` shows nothing: the standard error is not a terminal. */
  readonly redraws: boolean
  /** Null where the standard output is not a terminal. */
  readonly screen: Screen | null
  readonly paint: Paint
}

/** The terminal as a whole, at its size of the moment. */
export interface Screen {
  readonly columns: number
  readonly rows: number
  /** Draws over everything; the first time, what is on the screen is put aside. */
  draw(lines: readonly string[]): void
  /** Brings back what was put aside. */
  leave(): void
}

export type Ink = 'bold' | 'dim' | 'red' | 'green'

/** The text in colour, or the text alone. */
export type Paint = (text: string, ink: Ink) => string

const CODES: Readonly<Record<Ink, number>> = { bold: 1, dim: 2, red: 31, green: 32 }
export const inColour: Paint = (text, ink) => `\x1b[${CODES[ink]}m${text}\x1b[0m`
export const withoutColour: Paint = (text) => text

const CLEAR_LINE = '\r\x1b[2K'
const ENTER_SCREEN = '\x1b[?1049h\x1b[?25l'
const LEAVE_SCREEN = '\x1b[?25h\x1b[?1049l'
const HOME = '\x1b[H'
const CLEAR_TO_LINE_END = '\x1b[K'
const CLEAR_BELOW = '\x1b[J'

/** Some terminals, such as those of `script` and of CI, say that they have no columns. */
const USUAL = { columns: 80, rows: 24 } as const

export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

interface Outputs {
  readonly stdout: Output
  readonly stderr: Output
  /** `NO_COLOR` (no-color.org), `FORCE_COLOR` (force-color.org) and `TERM`. */
  readonly env: Environment
}

export function openTerminal({ stdout, stderr, env }: Outputs): Terminal {
  const obeys = env.TERM !== 'dumb'
  const screen = stdout.isTTY === true && obeys ? screenOf(stdout) : null
  const redraws = stderr.isTTY === true && obeys
  let drawn = false
  const redraw = (line: string | null): void => {
    if (!redraws || (line === null && !drawn)) return
    stderr.write(`${CLEAR_LINE}${line ?? ''}`)
    drawn = line !== null
  }
  return {
    screen,
    paint: isColoured(env, screen !== null) ? inColour : withoutColour,
    redraws,
    redraw,
    say(text) {
      redraw(null)
      stdout.write(`${text}\n`)
    },
    complain(text) {
      redraw(null)
      stderr.write(`${text}\n`)
    },
  }
}

/** `FORCE_COLOR` decides alone where it is set, as in Node: `0` and `false` take colours away. */
function isColoured({ FORCE_COLOR, NO_COLOR }: Environment, isTerminal: boolean): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTerminal && !NO_COLOR
}

function screenOf(stdout: Output): Screen {
  let entered = false
  return {
    get columns() {
      return stdout.columns || USUAL.columns
    },
    get rows() {
      return stdout.rows || USUAL.rows
    },
    draw(lines) {
      const text = lines.map((line) => `${line}${CLEAR_TO_LINE_END}`).join('\r\n')
      stdout.write(`${entered ? '' : ENTER_SCREEN}${HOME}${text}${CLEAR_BELOW}`)
      entered = true
    },
    leave() {
      if (entered) stdout.write(LEAVE_SCREEN)
      entered = false
    },
  }
}
