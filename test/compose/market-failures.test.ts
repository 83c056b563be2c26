/** Reports to the process if a part of the market could not move. */
import { expect, test } from 'bun:test'
import { marketFailures } from '../../src/server/compose/market'
import { AccountBusy } from '../../src/trading/sequencer'

function failuresOf() {
  const lines: string[] = []
  let nowMs = 0
  const failed = marketFailures(
    {
      background: (what, error) => lines.push(`${what}: ${error}`),
      notice: (text) => lines.push(text),
    },
    () => nowMs,
  )
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { lines, failed, pass }
}

test('an account that another server uses is one line, once a minute at most', () => {
  const { lines, failed, pass } = failuresOf()
  const busy = () => failed(new AccountBusy('acc_A is in use by another server or session'))
  busy()
  pass(59_999)
  busy()
  expect(lines).toEqual([
    'acc_A is in use by another server or session: its orders wait for a later tick, ' +
      'and all others go on',
  ])
  pass(1)
  busy()
  expect(lines.length).toBe(2)
})

test('each other failure is reported as it comes', () => {
  const { lines, failed } = failuresOf()
  failed(new Error('the disk is gone'))
  failed(new Error('the disk is gone'))
  const line = 'the market could not move and will try again: Error: the disk is gone'
  expect(lines).toEqual([line, line])
})
