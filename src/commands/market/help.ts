export const HELP = `\
Draws candles of an instrument in the terminal, and mends what a server refuses to start on.

  bun run market chart SYMBOL [--interval 1m|3m|5m|15m|30m|1h|1d|1w|1mo] [--count N] [--at TIME]
                              [--feed simulated|replay] [--seed N]
  bun run market adopt

chart
  --interval  1d where it is left out
  --count     how many candles: 60, or as many as the width has room for
  --at        up to when, ISO 8601, Korean time without an offset; now where it is left out
  --feed      simulated needs neither a server nor a database; replay reads the imported bars from
              the server's database (MARKET_FEED, or simulated)
  --seed      of the market (MARKET_SEED)

  Times on the axis are New York's. A thin body rises, a thick one falls.

adopt
  Gives the database (DATABASE_URL, or DATA_DIR) the MARKET_SEED, MARKET_FEED and MARKET_TICK_MS of
  this environment instead of those of its first server. Prices are others from then on; cash,
  holdings and what was paid for them stay. End its servers first.`
