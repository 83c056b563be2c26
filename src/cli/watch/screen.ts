/** The whole of a terminal, drawn over and over; what was on it comes back in the end. */
import type { ScreenSize } from './draw'

export interface Screen {
  /** Null where the standard output is no terminal. */
  readonly size: ScreenSize | null
  draw(lines: readonly string[]): void
  leave(): void
}

const ENTER = '\x1b[?1049h\x1b[?25l'
const LEAVE = '\x1b[?25h\x1b[?1049l'
const HOME = '\x1b[H'
const CLEAR_LINE_END = '\x1b[K'
const CLEAR_BELOW = '\x1b[J'

export function processScreen(colour: boolean): Screen {
  const { stdout } = process
  let entered = false
  return {
    get size() {
      return stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows, colour } : null
    },
    draw(lines) {
      const text = lines.map((line) => `${line}${CLEAR_LINE_END}`).join('\r\n')
      stdout.write(`${entered ? '' : ENTER}${HOME}${text}${CLEAR_BELOW}`)
      entered = true
    },
    leave() {
      if (entered) stdout.write(LEAVE)
      entered = false
    },
  }
}
