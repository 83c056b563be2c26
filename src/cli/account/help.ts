import { SERVER_HELP_LINES } from '../shared/server-options'

export const ACCOUNT_HELP = `\
Shows an account: its cash, its buying power, and its holdings at their current prices.

  paper account [--json]

  --json                prints the server's answers as one object: account, holdings
${SERVER_HELP_LINES}`
