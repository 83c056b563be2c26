import { TIMES_IN_FORCE } from '../../core/order/order'
import { SERVER_HELP_LINES } from '../shared/server-options'

export const ORDER_HELP = `\
Places, cancels and shows one order.

  paper order buy SYMBOL QUANTITY [--limit PRICE] [--tif TIME] [--id ID] [--preview] [--json]
  paper order sell SYMBOL QUANTITY …
  paper order cancel ORDER_ID [--json]
  paper order show ORDER_ID [--json]

  --limit PRICE         a LIMIT order at this price, in USD; a MARKET order without it
  --tif TIME            how long it lasts: ${TIMES_IN_FORCE.join(', ')}; DAY unless given
  --id ID               its clientOrderId, to send it again without placing it twice; without it,
                        each call is a new order
  --preview             places nothing: tells what it would cost, and whether it would be accepted
  --json                prints the server's answer
${SERVER_HELP_LINES}

An order is tried at the next tick of the market: paper order show tells what became of it, paper
explain why it waits, paper watch shows each change.`
