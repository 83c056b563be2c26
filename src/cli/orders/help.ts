import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../../core/limits'
import { SERVER_HELP_LINES } from '../shared/server-options'

export const ORDERS_HELP = `\
Lists the orders of an account, the newest first, or its fills.

  paper orders [--open | --closed | --fills] [--symbol SYMBOL] [--limit N] [--json]

  --open                only orders in progress
  --closed              only orders that have ended
  --fills               fills in place of orders
  --symbol SYMBOL       only those in this instrument
  --limit N             how many at most, up to ${LIST_LIMIT_MAX}; ${LIST_LIMIT_DEFAULT} without it
  --json                prints the server's answer
${SERVER_HELP_LINES}

Times are New York's, but in JSON they are the API's.`
