/** The only place that writes escape sequences, and decides whether a terminal gets them. */
import type { Environment } from '../../../server/config/config'

/** The standard output and the standard error of a command. */
export interface Terminal {
  /** Writes a result to the standard output. */
  say(text: string): void
  /** Writes any other message to the standard error. */
  complain(text: string): void
  /** Replaces the line of progress; null removes it. */
  redraw(line: string | null): void
  /** False if the standard error is not a terminal: `redraw` then shows nothing. */
  readonly redraws: boolean
  /** Null if the standard output is not a terminal. */
  readonly screen: Screen | null
  readonly paint: Paint
}

/** The whole terminal, at its present size. */
export interface Screen {
  readonly columns: number
  readonly rows: number
  /** Draws over the screen. The first call saves its content. */
  draw(lines: readonly string[]): void
  /** Restores the saved content. */
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

/** Some terminals report no columns, as in `script` and in CI. */
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

/** If `FORCE_COLOR` is set, it decides alone, as in Node: `0` and `false` turn colours off. */
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
