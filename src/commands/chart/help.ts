export const HELP = `\
Draws candles of an instrument in the terminal.

  bun run market chart SYMBOL [--interval 1m|3m|5m|15m|30m|1h|1d|1w|1mo] [--count N] [--at TIME]
                              [--feed simulated|replay] [--seed N]

  --interval  1d where it is left out
  --count     how many candles: 60, or as many as the width has room for
  --at        up to when, ISO 8601, Korean time without an offset; now where it is left out
  --feed      simulated needs neither a server nor a database; replay reads the imported bars from
              the server's database (MARKET_FEED, or simulated)
  --seed      of the market (MARKET_SEED)

Times on the axis are New York's. A thin body rises, a thick one falls.`
