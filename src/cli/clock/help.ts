import { SERVER_HELP_LINES } from '../shared/server-options'

export const CLOCK_HELP = `\
Shows the market's time of a server, its session, and what opens and closes next.

  paper clock [--json]

  --json                prints the server's answer
${SERVER_HELP_LINES}`
