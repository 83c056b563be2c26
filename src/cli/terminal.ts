/** Where a command speaks: what it was asked for on the standard output, the rest beside it. */

export interface Terminal {
  say(text: string): void
  complain(text: string): void
  /** The line that is redrawn while something lasts; null takes it away. */
  redraw(line: string | null): void
  /** The width of the standard output; null where it is no terminal. */
  readonly columns: number | null
}

const CLEAR_LINE = '\r\x1b[2K'

export function processTerminal(): Terminal {
  const { stdout, stderr } = process
  let drawn = false
  const redraw = (line: string | null): void => {
    if (!stderr.isTTY || (line === null && !drawn)) return
    stderr.write(`${CLEAR_LINE}${line ?? ''}`)
    drawn = line !== null
  }
  return {
    redraw,
    columns: stdout.isTTY ? stdout.columns : null,
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
