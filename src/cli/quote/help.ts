import { SERVER_HELP_LINES } from '../shared/server-options'

export const QUOTE_HELP = `\
Shows quotes: the last price, the bid and the ask with their sizes, and the volume.

  paper quote SYMBOL… [--json]

  --json                prints the server's answer
${SERVER_HELP_LINES}`
