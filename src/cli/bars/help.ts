import { YEAR_MIN } from '../../core/limits'
export const BARS_HELP = `\
Imports bars of real trading, which MARKET_FEED=replay trades against.

  bun run bars import FILE… [--symbol SYMBOL] [--interval 1m|1d] [--time-zone ZONE]
                            [--add-instruments] [--skip-refused]
  bun run bars list
  bun run bars remove SYMBOL [--interval 1m|1d]

  import             CSV with a header, gzip or not: Yahoo Finance's, Stooq's, Alpaca's, or any with
                     the columns date (or timestamp, t), open, high, low, close, volume, and
                     symbol where --symbol does not name it; other columns are not read
  --symbol           whose bars they are, where the file has no column that says it
  --interval         1m or 1d; otherwise the file's first row tells: a date alone, or midnight in
                     New York, is a day
  --time-zone        of times without an offset (America/New_York); some of Stooq's files have
                     Europe/Warsaw
  --add-instruments  adds the instruments that are unknown, under their symbol as their name
  --skip-refused     keeps the good rows of a file that has refused ones; otherwise one refused row
                     keeps the whole file out

Prices are taken as the file has them, adjusted for splits and dividends or not, and rounded half-up
to their tick: cents from 1 USD up, hundredths of a cent below. Of Yahoo's file Close is read, which
is adjusted for splits only. A bar that is there already takes the newer file's numbers. Rows before
${YEAR_MIN} are left out, where the calendar begins.

The database is the server's: DATABASE_URL, or DATA_DIR while no server has it open. A server reads
the bars at its start: at most 10,000,000, half a gigabyte.

The market that MARKET_FEED=replay makes of them:

  price      takes a random walk's path through each bar, drawn from the seed, the symbol and the
             bar's start, that keeps open, high, low and close: what a bar shows before its end says
             nothing of its close. A day's bar has the busy ends of a session
  time       a minute's bar lasts its minute, a day's REGULAR; a date with minutes needs no day bar
  bid, ask   within the bar's high and low, as every fill; 1 tick apart where 10,000 shares a minute
             traded before, 2 ticks from 1,000 on, 5 from 100 on, otherwise 10; a narrower bar has
             its range. Sizes are what trades in some eight seconds; between bars none is shown
  auctions   OPG orders execute at the open of the bar that starts with REGULAR, and end CANCELED
             where none does; CLS orders execute at the last close of REGULAR
  no bars    an instrument is SUSPENDED on each date that it has none for, a date that no instrument
             has any for is CLOSED, and nothing opens after the last: start the clock before it
             (MARKET_CLOCK); a database's time does not go back`
