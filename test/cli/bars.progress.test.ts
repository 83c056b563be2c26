import { expect, test } from 'bun:test'
import { progressOf } from '../../src/clients/cli/bars/command'
import type { Terminal } from '../../src/clients/cli/shared/terminal'
import { recordingTerminal } from '../support/command'

function shown(terminal: Terminal) {
  let ms = 0
  const progress = progressOf(terminal, 'bars.csv', 1_000, () => ms)
  return (atMs: number, bytes: number, rows: number) => {
    ms = atMs
    progress.at(bytes, rows)
  }
}

test('the progress of an import is a bar on a terminal, redrawn ten times a second', () => {
  const terminal = recordingTerminal(80)
  const at = shown(terminal)
  at(99, 100, 10)
  at(100, 500, 12_345)
  expect(terminal.redrawn).toEqual([
    `bars.csv  ${'█'.repeat(15)}${'░'.repeat(15)}  50 %  12,345 rows`,
  ])
})

test('the progress of an import is a line elsewhere, every five seconds', () => {
  const terminal = recordingTerminal()
  const at = shown(terminal)
  for (const ms of [100, 4_999, 5_000, 9_999, 10_000]) at(ms, ms / 10, ms)
  expect(terminal.complaints).toEqual([
    'bars.csv   50 %  5,000 rows',
    'bars.csv  100 %  10,000 rows',
  ])
})
