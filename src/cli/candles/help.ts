import { CANDLE_LIMIT_MAX } from '../../core/limits'
import { INTERVALS } from '../../market/feed'
import { SERVER_HELP_LINES } from '../shared/server-options'

export const CANDLES_HELP = `\
Lists candles of an instrument as a server shows them, the newest last.

  paper candles SYMBOL [--interval LENGTH] [--count N] [--json]

  --interval LENGTH     ${INTERVALS.join(' ')}; 1d unless given
  --count N             how many at most, up to ${CANDLE_LIMIT_MAX}; 20 unless given
  --json                prints the server's answer
${SERVER_HELP_LINES}

Times are New York's, but in JSON they are the API's. paper market chart draws candles without a
server.`
