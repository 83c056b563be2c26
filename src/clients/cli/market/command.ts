/** `paper market`: chart, adopt, seed, halt, resume, repair, distribute. */
import { atMs, type Instant, toKst } from '../../../core/time'
import { bringBackTimes, type FutureTimes, futureTimes } from '../../../ledger/future-times'
import {
  chosenMarket,
  replaceMarketSettings,
  setHalted,
  settledMarket,
} from '../../../ledger/market-state'
import { fault, isFault } from '../../../lib/fault'
import { plural } from '../../../lib/text'
import { wallNowMs } from '../../../market/clock'
import { drawSeed } from '../../../market/draw-seed'
import type { Database } from '../../../postgres/database'
import { distributeServer } from '../../../postgres/drivers/distribute-server'
import { differences } from '../../../server/config/market'
import {
  action,
  type CliCommand,
  type Outcome,
  readOption,
  wholeNumberUpTo,
} from '../shared/command-line'
import { CELLS_HELP, configOf, eachCell, onDatabase } from '../shared/on-database'
import { chartAction } from './chart'

export const seedAction = action({ operands: [], options: { json: 'flag' } }, (line, context) =>
  onDatabase(context, async (database) => {
    const { terminal } = context
    const settled = await settledMarket(database)
    const isJson = line.flag('json')
    if (settled === undefined) {
      terminal.say(isJson ? JSON.stringify({ seed: null }) : NO_SEED)
      return undefined
    }
    const shown = { seed: String(settled.seed), drawn: settled.seedDrawn }
    terminal.say(isJson ? JSON.stringify(shown) : shown.seed)
    return undefined
  }),
)

const NO_SEED = 'No server has started on this database yet: the first one settles the seed.'

const SHARDS_MAX = 1_000

const SHARDS = wholeNumberUpTo(SHARDS_MAX)

export const distributeAction = action(
  { operands: [], options: { shards: 'text', json: 'flag' } },
  async (line, { env, terminal }) => {
    const shards = readOption('shards', line.text('shards'), SHARDS, null)
    if (isFault(shards)) return shards
    const config = configOf(env)
    if (isFault(config)) return config
    const { database } = config
    if (database.kind !== 'server') {
      return fault('Only a PostgreSQL with Citus has other machines: set DATABASE_URL.')
    }
    const done = await distributeServer(database.url, shards)
    if (done === 'in use') {
      return fault(
        'A server runs this database’s market. End all its servers, then run this again.',
      )
    }
    if (line.flag('json')) terminal.say(JSON.stringify(done))
    else {
      for (const step of done.steps) terminal.say(step)
      const where = `${plural(done.shards, 'shard')} on ${plural(done.workers, 'worker')}`
      const { length } = done.steps
      terminal.say(length === 0 ? `It is distributed already: ${where}.` : `Distributed: ${where}.`)
    }
    return undefined
  },
)

export const MARKET_HELP = `\
Draws candles, shows and sets the seed, feed and tick of a database's market, halts it, repairs a
market that keeps a server from starting, and distributes a database over several machines.

  paper market chart SYMBOL [--interval 1m|3m|5m|15m|30m|1h|1d|1w|1mo] [--count N] [--at TIME]
                          [--feed simulated|replay] [--seed N] [--json]
  paper market adopt [--json] [--cells FILE]
  paper market seed [--json] [--cells FILE]
  paper market halt [--json] [--cells FILE]
  paper market resume [--json] [--cells FILE]
  paper market repair [--apply] [--json] [--cells FILE]
  paper market distribute [--shards N] [--json]

${CELLS_HELP}

chart
  --interval  the length of a candle: 1d unless given
  --count     how many candles: 60 unless given, and no more than fit the width
  --at        the end of the chart: ISO 8601, in Korean time without an offset; now unless given
  --feed      simulated needs neither a server nor a database; replay reads the imported bars from
              the server's database or BARS_FILE, also while a server runs (MARKET_FEED)
  --seed      the market's seed (MARKET_SEED); 1 unless given

  Times on the axis are New York's. A candle with a thin body rises, one with a thick body falls.

adopt
  Gives the database (DATABASE_URL, or DATA_DIR) the MARKET_SEED, MARKET_FEED and MARKET_TICK_MS of
  this environment in place of its first server's. Prices differ from then on; cash, holdings and
  their cost stay. End the database's servers first.

seed
  Shows the seed of the database's market. Whoever knows it can compute every future price: keep it
  secret. MARKET_SEED with it makes the same market elsewhere. End a server on a folder first.

halt, resume
  Halt placing for all while servers run on the PostgreSQL database: placing is refused with 423
  trading-halted, and everything else goes on. End a server on a folder first.

repair
  Brings back a market that a wrong clock has taken into the future, on which a server with the
  system clock refuses to start. Set the clock and end the database's servers first. It reports what
  it finds; with --apply it moves the times that are later than now to just before now, in order.

distribute
  Spreads the accounts of a PostgreSQL with the extension Citus over its workers, once. Back the
  database up and end its servers first. It cannot be undone. If it was interrupted, run it again.
  --shards    parts that the accounts fall into: two for each worker unless given`

/** `paper market adopt`: another seed, feed or tick for a database [run.one-market]. */
const adoptAction = action({ operands: [], options: { json: 'flag' } }, (line, context) =>
  onDatabase(context, (database, config) =>
    withNoServer(database, async () => {
      const isJson = line.flag('json')
      const settled = await settledMarket(database)
      if (settled === undefined) {
        context.terminal.say(
          'No server has started on this database yet: the first one will settle them.',
        )
        return undefined
      }
      const changes = differences(config, settled)
      if (changes.length === 0 && !isJson) {
        context.terminal.say('The database has these settings already.')
        return undefined
      }
      const chosen = chosenMarket(config, drawSeed)
      const isOwn = config.seed === 'random' && settled.seedDrawn
      const keepsSeed = config.seed === null || isOwn
      const { seed, seedDrawn } = keepsSeed ? settled : chosen
      if (changes.length > 0) {
        await replaceMarketSettings(database, { ...chosen, seed, seedDrawn })
      }
      if (isJson) {
        context.terminal.say(JSON.stringify({ changes }))
        return undefined
      }
      for (const { variable, asked, settled } of changes) {
        context.terminal.say(`${variable}  ${settled} → ${asked}`)
      }
      context.terminal.say('Servers start with these from now on.')
      return undefined
    }),
  ),
)

/** `paper market halt` and `paper market resume` [run.halt]. */
const haltAction = (halted: boolean) =>
  action({ operands: [], options: { json: 'flag' } }, (line, context) =>
    onDatabase(context, async (database) => {
      const missed = await setHalted(database, halted ? atMs(wallNowMs()) : null)
      const text = halted ? 'Placing is halted for all.' : 'Orders can be placed again.'
      context.terminal.say(
        line.flag('json') ? JSON.stringify({ halted, ...(database.shards && { missed }) }) : text,
      )
      if (missed.length === 0) return undefined
      return fault(`${missed.join(', ')} cannot be reached from here. ${MISSED}`)
    }),
  )

const MISSED =
  'Servers pass it on to the accounts there within 3 s; a lost worker takes no order before that.'

/** `paper market repair`: a market that a wrong clock took into the future [clock.repair]. */
const repairAction = action(
  { operands: [], options: { apply: 'flag', json: 'flag' } },
  (line, context) =>
    onDatabase(context, (database) =>
      withNoServer(database, async () => {
        const now = atMs(wallNowMs())
        const found = await futureTimes(database, now)
        const { say } = context.terminal
        const isJson = line.flag('json')
        if (!isJson) say(findings(found, now).join('\n'))
        const applied = found.latest !== null && line.flag('apply')
        if (applied) {
          const { shards } = database
          await database.transaction((one) => bringBackTimes(one, now, shards !== undefined))
          await shards?.carryHalt()
        }
        if (isJson) say(jsonOf(found, now, applied))
        else if (applied) say('Done: a server on the system clock starts again.')
        else if (found.latest !== null) {
          say('Nothing is changed yet: `paper market repair --apply` does it.')
        }
        return undefined
      }),
    ),
)

const jsonOf = ({ latest, ...counts }: FutureTimes, now: Instant, applied: boolean): string =>
  JSON.stringify({ now: toKst(now), latest: latest && toKst(latest), ...counts, applied })

function findings(found: FutureTimes, now: Instant): readonly string[] {
  const clock = `This machine’s clock says ${toKst(now)}.`
  if (found.latest === null) return [clock, 'No time of the market is later than that.']
  return [
    `${clock} The market is at ${toKst(found.latest)}.`,
    `Later than now are ${plural(found.orders, 'order')}, ${plural(found.fills, 'fill')} ` +
      `and ${plural(found.events, 'event')}.`,
    'Their times are brought back to just before now, in the same order. Prices, quantities, cash',
    'and holdings stay as they are.',
    ...(found.openOrders === 0
      ? []
      : [`${found.openOrders} of the orders are open; each keeps the end it was accepted with.`]),
  ]
}

/** Runs `work` with the matcher's lease, which a running server would have, or take. */
export async function withNoServer(
  database: Database,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const lease = await database.takeMatcherLease()
  if (lease === null) {
    return fault(
      'A server runs this database’s market. End all its servers, then run this again; one that ' +
        'was killed counts as running for some seconds.',
    )
  }
  try {
    return await work()
  } finally {
    await lease.release()
  }
}

export const marketCommand: CliCommand = {
  name: 'market',
  help: MARKET_HELP,
  action: {
    chart: chartAction,
    adopt: eachCell(adoptAction),
    seed: eachCell(seedAction),
    halt: eachCell(haltAction(true)),
    resume: eachCell(haltAction(false)),
    repair: eachCell(repairAction),
    distribute: distributeAction,
  },
}
