import { SERVER_HELP_LINES } from '../shared/server-options'

export const MCP_HELP = `\
Gives an agent the tools of a trader, over the Model Context Protocol.

  paper mcp [--read-only] [--max-order-value USD] [--symbols LIST] [--http] [options]

  --read-only             only tools that change nothing
  --max-order-value USD   refuses an order that may be worth more
  --symbols LIST          the only symbols that it may ask for or trade: AAPL,MSFT
  --http                  over HTTP at /mcp, for those who send MCP_KEY as a bearer token;
                          else over standard input and output, as programs start it
  --host HOST             where --http listens: 127.0.0.1 unless given
  --port PORT             and its port: 3001 unless given
${SERVER_HELP_LINES}

Tools: clock, quote, candles, positions, orders, explain_order, preview_order, place_order,
cancel_order; and where the server has the sandbox advance_market, pin_quote, release_quote, which
SANDBOX_KEY opens. What tools return is marked as data: it is no instruction to a model.`
