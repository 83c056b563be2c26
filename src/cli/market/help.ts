export const MARKET_HELP = `\
Draws candles in the terminal, measures how real the market is, and mends what a server refuses to
start on.

  bun run market chart SYMBOL [--interval 1m|3m|5m|15m|30m|1h|1d|1w|1mo] [--count N] [--at TIME]
                              [--feed simulated|replay] [--seed N]
  bun run market report [SYMBOL…] [--seed N] [--years FIRST-LAST] [--out FILE] [--json]
  bun run market adopt
  bun run market repair [--apply]

chart
  --interval  1d where it is left out
  --count     how many candles: 60, or as many as the width has room for
  --at        up to when, ISO 8601, Korean time without an offset; now where it is left out
  --feed      simulated needs neither a server nor a database; replay reads the imported bars from
              the server's database (MARKET_FEED, or simulated)
  --seed      of the market (MARKET_SEED)

  Times on the axis are New York's. A thin body rises, a thick one falls.

report
  Measures the simulated market and draws it as one page of HTML, beside what the literature finds
  of real ones. It takes a minute, and tells how far it is.

  SYMBOL…     what is measured: 22 well-known stocks and funds where none is named; the first five
              of them, stocks first, by the second
  --seed      of the market (MARKET_SEED)
  --years     of the daily returns: 2006-2025 where it is left out
  --out       where the page is written: market-report.html
  --json      says the facts as JSON instead, and writes no page

adopt
  Gives the database (DATABASE_URL, or DATA_DIR) the MARKET_SEED, MARKET_FEED and MARKET_TICK_MS of
  this environment instead of those of its first server. Prices are others from then on; cash,
  holdings and what was paid for them stay. End its servers first.

repair
  For a market that a wrong clock has taken into the future, where a server on the system clock
  refuses to start. Set the clock and end the database's servers first. It tells what it finds, and
  with --apply brings the times that are later than now back to just before it, in their order.`
