/** How far a file has been read: a bar that is redrawn, or a line now and then. */
import { plural } from '../../../lib/text'
import type { MonotonicMs } from '../../../market/clock'
import type { Terminal } from '../shared/terminal'

const REDRAW_EVERY_MS = 100
const LINE_EVERY_MS = 5_000
const WIDTH = 30

export interface Progress {
  at(bytesRead: number, rows: number): void
}

export function progressOf(
  terminal: Terminal,
  name: string,
  bytes: number,
  elapsedMs: MonotonicMs,
): Progress {
  const everyMs = terminal.redraws ? REDRAW_EVERY_MS : LINE_EVERY_MS
  let shownAtMs = elapsedMs()
  return {
    at(bytesRead, rows) {
      if (elapsedMs() - shownAtMs < everyMs) return
      shownAtMs = elapsedMs()
      const part = bytes === 0 ? 1 : Math.min(1, bytesRead / bytes)
      const percent = `${Math.floor(part * 100)} %`.padStart(5)
      const line = `${percent}  ${plural(rows, 'row')}`
      if (!terminal.redraws) return terminal.complain(`${name}  ${line}`)
      const done = Math.round(part * WIDTH)
      terminal.redraw(`${name}  ${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${line}`)
    },
  }
}
