import { expect, test } from 'bun:test'
import { progressOf } from '../../src/cli/bars/progress'
import type { Terminal } from '../../src/cli/terminal'
import { heardTerminal } from '../support/command'

function shown(terminal: Terminal) {
  let ms = 0
  const progress = progressOf(terminal, 'bars.csv', 1_000, () => ms)
  return (atMs: number, bytes: number, rows: number) => {
    ms = atMs
    progress.at(bytes, rows)
  }
}

test('on a terminal a bar is redrawn ten times a second', () => {
  const drawn: (string | null)[] = []
  const at = shown({ ...heardTerminal(80), redraw: (line) => drawn.push(line) })
  at(99, 100, 10)
  at(100, 500, 12_345)
  expect(drawn).toEqual([`bars.csv  ${'█'.repeat(15)}${'░'.repeat(15)}  50 %  12,345 rows`])
})

test('elsewhere it is a line every five seconds', () => {
  const terminal = heardTerminal()
  const at = shown(terminal)
  for (const ms of [100, 4_999, 5_000, 9_999, 10_000]) at(ms, ms / 10, ms)
  expect(terminal.complaints).toEqual([
    'bars.csv   50 %  5,000 rows',
    'bars.csv  100 %  10,000 rows',
  ])
})
