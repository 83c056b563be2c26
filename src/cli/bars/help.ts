import { YEAR_MIN } from '../../core/limits'

export const BARS_HELP = `\
Imports bars of real trading, which MARKET_FEED=replay trades against.

  paper bars import FILE… [--symbol SYMBOL] [--interval 1m|1d] [--time-zone ZONE]
                        [--add-instruments] [--skip-refused] [--json]
  paper bars list [--json]
  paper bars remove SYMBOL [--interval 1m|1d] [--json]

  import             reads CSV with a header, plain or gzip: Yahoo Finance's, Stooq's, Alpaca's, or
                     any with the columns date (or timestamp, t), open, high, low, close, volume,
                     and symbol unless --symbol names it; other columns are ignored
  --symbol           the symbol of all rows, where the file has no column for it
  --interval         1m or 1d; otherwise the first row decides: a date alone, or midnight in New
                     York, is a day
  --time-zone        the zone of times without an offset (America/New_York); some of Stooq's files
                     have Europe/Warsaw
  --add-instruments  adds unknown instruments, with their symbol as their name
  --skip-refused     imports the good rows of a file that has refused ones; otherwise one refused
                     row keeps the whole file out
  --json             prints the outcome as JSON, one line for each file

A cell may be quoted, and then hold separators and line breaks (RFC 4180).

Prices are imported as the file has them, adjusted for splits and dividends or not, and rounded
half-up to their tick: cents from 1 USD up, hundredths of a cent below. Of Yahoo's file Close is
read, which is adjusted for splits only. A bar that is imported again is replaced. Rows before
${YEAR_MIN}, where the calendar begins, are left out.

The database is the server's: DATABASE_URL, or DATA_DIR while no server has it open; list works
beside one. With BARS_FILE they are in that file instead, which any number of databases can share:
import X: at most 10,000,000, in half a gigabyte of memory.

The market that MARKET_FEED=replay makes of them:

  price      takes a random walk's path through each bar that keeps its open, high, low and close,
             drawn from the seed, the symbol and the bar's start. How often it changes, how far and
             whether it jumps comes from the bars before, so that nothing before a bar's end tells
             its close if the bars are such a walk's. A price that changes more than once a second
             passes the high and the low between two seconds. A daily bar is busiest at the ends of
             its session
  time       a minute's bar lasts its minute, a day's bar REGULAR; a date with bars of minutes needs
             no daily bar
  bid, ask   lie within the bar's high and low, as every fill does; 1 tick apart where 10,000 shares
             a minute traded before, 2 ticks from 1,000 up, 5 from 100 up, otherwise 10; a narrower
             bar has its range, and of a bar of one price one side is outside it and shows no
             size. Sizes are what trades in some eight seconds; between bars there are none
  auctions   OPG orders execute at the open of the bar that starts with REGULAR, and end CANCELED
             where there is none; CLS orders execute at the last close of REGULAR
  no bars    an instrument is SUSPENDED on each date without bars of it, a date without any bars is
             CLOSED, and nothing opens after the last bar: start the clock before it (MARKET_CLOCK);
             a database's time never runs backwards`
