/** Stored bars as a running server tells them: nobody else can read a folder that it has open. */

import { type BarBlock, listBars, readBars, type StoredBars } from '../../../ledger/bars'
import type { BarLibrary } from '../../../market/feeds/replay/load'
import { StartError } from '../../../postgres/errors'
import { BAR_INTERVALS } from '../../../postgres/schema'
import type { StatementRunner } from '../../../postgres/statement'
import type { CommandAnswer } from '../../../server/control-socket'

/** As the socket names it. */
export const SERVED_BARS = 'bars'

/** `list`, or `read SYMBOL INTERVAL AFTER`: one block, so that the server does its other work. */
export async function answerBars(
  runner: StatementRunner,
  [what, symbol = '', named, after = '-1']: readonly string[],
): Promise<CommandAnswer> {
  if (what === 'list') return { ok: true, text: JSON.stringify(await listBars(runner)) }
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (what !== 'read' || interval === undefined || !/^-?\d{1,12}$/.test(after)) {
    return { ok: false, text: 'The server tells a list of its bars, or reads a block of them.' }
  }
  for await (const block of readBars(runner, symbol, interval, Number(after))) {
    return { ok: true, text: JSON.stringify(block) }
  }
  return { ok: true, text: '[]' }
}

/** `ask`: null where the server has ended meanwhile. */
export function servedLibrary(
  ask: (args: readonly string[]) => Promise<CommandAnswer | null>,
): BarLibrary {
  async function told(...args: readonly string[]): Promise<readonly unknown[]> {
    const answer = await ask(args)
    const parsed: unknown = answer?.ok ? JSON.parse(answer.text) : null
    if (!Array.isArray(parsed)) throw new StartError(answer?.text ?? 'The server has ended.')
    return parsed
  }
  return {
    list: async () => (await told('list')).map(storedIn),
    async *read(symbol, interval) {
      for (let after = -1; ; ) {
        const block: BarBlock = (await told('read', symbol, interval, String(after))).map(numbersIn)
        const last = block.at(-1)
        if (last === undefined) return
        yield block
        after = last[0]
      }
    },
  }
}

function storedIn(value: unknown): StoredBars {
  const { symbol, interval: named, count, firstMinute, lastMinute } = Object(value)
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (interval === undefined) throw new StartError('The server is of another version.')
  return {
    symbol: String(symbol),
    interval,
    count: Number(count),
    firstMinute: Number(firstMinute),
    lastMinute: Number(lastMinute),
  }
}

function numbersIn(value: unknown): BarBlock[number] {
  const numbers = Array.isArray(value) ? value.map(Number) : []
  const [start = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers
  return [start, open, high, low, close, volume]
}
