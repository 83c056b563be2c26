/** `paper market`: chart, adopt, seed, repair. */
import type { CliCommand } from '../shared/command'
import { adopt } from './adopt'
import { chart } from './chart/action'
import { repair } from './repair'
import { seed } from './seed'

export const MARKET_HELP = `\
Draws candles, shows and sets what a database's market is made of, and mends what keeps a server
from starting.

  paper market chart SYMBOL [--interval 1m|3m|5m|15m|30m|1h|1d|1w|1mo] [--count N] [--at TIME]
                          [--feed simulated|replay] [--seed N] [--json]
  paper market adopt [--json]
  paper market seed [--json]
  paper market repair [--apply] [--json]

chart
  --interval  the length of a candle: 1d unless given
  --count     how many candles: 60 unless given, and no more than fit the width
  --at        the end of the chart: ISO 8601, in Korean time without an offset; now unless given
  --feed      simulated needs neither a server nor a database; replay reads the imported bars from
              the server's database or BARS_FILE, beside a server too (MARKET_FEED)
  --seed      the market's seed (MARKET_SEED); 1 unless given

  Times on the axis are New York's. A candle with a thin body rises, one with a thick body falls.

adopt
  Gives the database (DATABASE_URL, or DATA_DIR) the MARKET_SEED, MARKET_FEED and MARKET_TICK_MS of
  this environment in place of those of its first server. Prices differ from then on; cash, holdings
  and their cost stay. End the database's servers first.

seed
  Shows the seed of the database's market. Whoever knows it can compute every price to come: keep it
  to yourself. MARKET_SEED with it makes the same market elsewhere. End a server on a folder first.

repair
  Brings back a market that a wrong clock has taken into the future, on which a server with the
  system clock refuses to start. Set the clock and end the database's servers first. It reports what
  it finds; with --apply it moves the times that are later than now to just before now, in order.`

export const marketCommand: CliCommand = {
  name: 'market',
  help: MARKET_HELP,
  does: { chart, adopt, seed, repair },
}
