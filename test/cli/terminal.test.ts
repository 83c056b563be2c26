/** Colours, sizes and redrawn lines: what a command writes to a terminal, and to anything else. */
import { describe, expect, test } from 'bun:test'
import { type Output, openTerminal } from '../../src/clients/cli/shared/terminal'

function output(of: Omit<Output, 'write'> = {}) {
  const written: string[] = []
  return { ...of, written, write: (text: string) => written.push(text) }
}
const TTY = { isTTY: true, columns: 100, rows: 30 }

function opened(env: Record<string, string> = {}, out = TTY as Omit<Output, 'write'>) {
  const [stdout, stderr] = [output(out), output(TTY)]
  return { stdout, stderr, terminal: openTerminal({ stdout, stderr, env }) }
}

describe('colour', () => {
  test.each([
    ['is written to a terminal', {}, TTY, true],
    ['is not written to a pipe', {}, {}, false],
    ['is not written where NO_COLOR is set', { NO_COLOR: '1' }, TTY, false],
    ['is written where NO_COLOR is empty, as no-color.org has it', { NO_COLOR: '' }, TTY, true],
    ['is written to a pipe where FORCE_COLOR is set', { FORCE_COLOR: '1' }, {}, true],
    ['is written for FORCE_COLOR despite NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, {}, true],
    ['is not written where FORCE_COLOR is 0', { FORCE_COLOR: '0' }, TTY, false],
    ['is not written to TERM=dumb', { TERM: 'dumb' }, TTY, false],
  ])('%s', (_, env, out, coloured) => {
    const { terminal } = opened(env, out)
    expect(terminal.paint('up', 'green')).toBe(coloured ? '\x1b[32mup\x1b[0m' : 'up')
  })
})

describe('the screen of a terminal', () => {
  test('has the size of the moment', () => {
    const { terminal, stdout } = opened()
    expect([terminal.screen?.columns, terminal.screen?.rows]).toEqual([100, 30])
    stdout.columns = 60
    expect(terminal.screen?.columns).toBe(60)
  })

  test('is 80 by 24 if the terminal says that it has 0 columns', () => {
    const { screen } = opened({}, { isTTY: true, columns: 0, rows: 0 }).terminal
    expect([screen?.columns, screen?.rows]).toEqual([80, 24])
  })

  test.each([
    ['a pipe', {}, {}],
    ['TERM=dumb', { TERM: 'dumb' }, TTY],
  ])('is null for %s', (_, env, out) => {
    expect(opened(env, out).terminal.screen).toBeNull()
  })

  test('is entered once, and left as it was', () => {
    const { terminal, stdout } = opened()
    terminal.screen?.draw(['one'])
    terminal.screen?.draw(['two'])
    terminal.screen?.leave()
    terminal.screen?.leave()
    expect(stdout.written).toEqual([
      '\x1b[?1049h\x1b[?25l\x1b[Hone\x1b[K\x1b[J',
      '\x1b[Htwo\x1b[K\x1b[J',
      '\x1b[?25h\x1b[?1049l',
    ])
  })
})

describe('the line of progress', () => {
  test('is taken away before anything else is written', () => {
    const { terminal, stderr, stdout } = opened()
    terminal.redraw('50 %')
    terminal.complain('line 3: no time')
    terminal.say('done')
    expect(stderr.written).toEqual(['\r\x1b[2K50 %', '\r\x1b[2K', 'line 3: no time\n'])
    expect(stdout.written).toEqual(['done\n'])
  })

  test('is not drawn if the standard error is no terminal', () => {
    const [stdout, stderr] = [output(TTY), output()]
    const terminal = openTerminal({ stdout, stderr, env: {} })
    terminal.redraw('50 %')
    expect([terminal.redraws, stderr.written]).toEqual([false, []])
  })
})
