import { SERVER_HELP_LINES } from '../shared/server-options'

export const FIND_HELP = `\
Finds instruments by a part of their symbol or name, in English or Korean; the best match first.

  paper find TEXT… [--limit N] [--json]

  --limit N             how many at most; 20 unless given
  --json                prints the server's answer
${SERVER_HELP_LINES}`
