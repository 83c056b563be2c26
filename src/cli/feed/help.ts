export const FEED_HELP = `\
Brings prices of real markets to a server that runs with MARKET_FEED=live.

  paper feed alpaca    Alpaca's market data, with a key of your own
  paper feed stdin     what comes on the standard input, a line each
  paper feed status    how old the quotes are, and what came in

FEED_KEY is the one that the server was started with. Keys come from the environment alone.

  --url URL            the server: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --record FILE        appends what is sent to a file, which MARKET_FEED=recorded plays (FEED_FILE)

paper feed alpaca hears the symbols that the server needs: those with open orders, those held, and
those that were asked for lately. It reads APCA_API_KEY_ID and APCA_API_SECRET_KEY.

  --feed NAME          iex (every plan), sip or delayed_sip
  --symbols-max N      30, the most that the free plan hears
  --round-lot N        100: the vendor counts the sizes of quotes in lots of so many shares

It follows the vendor's documentation, and was tested against a server written from that, not
against the vendor's own. What you may do with its data is between you and the vendor.

paper feed stdin takes JSON and CSV:

  {"kind":"quote","symbol":"AAPL","bidPrice":"189.98","bidSize":"300","askPrice":"190.02",
   "askSize":"200","time":"2026-03-02T15:00:00.250Z"}                        (on one line)
  quote,AAPL,189.98,300,190.02,200,2026-03-02T15:00:00.250Z
  trade,AAPL,190,100
  state,AAPL,HALTED
  official,AAPL,OPG,190.11,50000,2026-03-02T14:30:02Z
  rate,USD,KRW,1449.5,1450.5
  bar,AAPL,2026-03-02T15:00:00Z,190,190.2,189.9,190.1,5400

A time that is left out is now. A line that cannot be read is told, and the next one is read.

  --json               of status: the server's own answer`
