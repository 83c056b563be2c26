export const HELP = `\
Adds instruments, or changes those that there are.

  bun run instruments import FILE.csv

The file has the layout of src/market/instruments/us.csv, with its header line:

  symbol,name,type,exchange,tradable,dayMarketTradable,referencePrice,annualVolatility,
  dailyVolume,beta                                                        (one line)
  ACME,Acme Corporation,COMMON_STOCK,XNYS,TRADABLE,true,120,0.3,1500000,1.1

  type              COMMON_STOCK, PREFERRED_STOCK, DR or ETF
  exchange          XNYS, XNAS, ARCX, XASE or BATS
  tradable          TRADABLE, SELL_ONLY, BUY_ONLY or SUSPENDED
  referencePrice    USD around which the simulated market moves the price
  annualVolatility  standard deviation of a year's log return: 0.3 is 30 %
  dailyVolume       shares of an average day
  beta              against a market with a volatility of 0.15

One refused line keeps the whole file out. A running server on PostgreSQL takes orders and shows
instruments within 5 s; simulated prices of what is new begin at its next start. An embedded
database is open to one process: end the server first.`
