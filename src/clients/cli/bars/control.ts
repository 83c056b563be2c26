/** Reads stored bars through a running server, since no other program can read its folder. */
import { type BarBlock, listBars, readBars, type StoredBars } from '../../../ledger/bars'
import type { BarLibrary } from '../../../market/feeds/replay/load'
import { StartError } from '../../../postgres/errors'
import { BAR_INTERVALS } from '../../../postgres/schema'
import type { StatementRunner } from '../../../postgres/statement'
import type { CommandAnswer } from '../../../server/control-socket'

/** The command of the control socket. */
export const CONTROL_BARS = 'bars'

/** `list`, or `read SYMBOL INTERVAL AFTER` for one block: the server does other work in between. */
export async function answerBars(
  runner: StatementRunner,
  [what, symbol = '', named, after = '-1']: readonly string[],
): Promise<CommandAnswer> {
  if (what === 'list') return { ok: true, text: JSON.stringify(await listBars(runner)) }
  const interval = BAR_INTERVALS.find((known) => known === named)
  if (what !== 'read' || interval === undefined || !/^-?\d{1,12}$/.test(after)) {
    return { ok: false, text: 'Usage: list, or read SYMBOL INTERVAL AFTER.' }
  }
  for await (const block of readBars(runner, symbol, interval, Number(after))) {
    return { ok: true, text: JSON.stringify(block) }
  }
  return { ok: true, text: '[]' }
}

/** `ask` returns null if the server has ended. */
export function libraryOfServer(
  ask: (args: readonly string[]) => Promise<CommandAnswer | null>,
): BarLibrary {
  async function rows(...args: readonly string[]): Promise<readonly unknown[]> {
    const answer = await ask(args)
    const parsed: unknown = answer?.ok ? JSON.parse(answer.text) : null
    if (!Array.isArray(parsed)) throw new StartError(answer?.text ?? 'The server has ended.')
    return parsed
  }
  return {
    list: async () => (await rows('list')).map(parseStored),
    async *read(symbol, interval) {
      for (let after = -1; ; ) {
        const block: BarBlock = (await rows('read', symbol, interval, String(after))).map(parseBar)
        const last = block.at(-1)
        if (last === undefined) return
        yield block
        after = last[0]
      }
    },
  }
}

function parseStored(value: unknown): StoredBars {
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

function parseBar(value: unknown): BarBlock[number] {
  const numbers = Array.isArray(value) ? value.map(Number) : []
  const [start = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers
  return [start, open, high, low, close, volume]
}
