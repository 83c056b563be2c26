/** `paper find`: looks instruments up. */
import { LIST_LIMIT_MAX } from '../../../core/limits'
import { isFault } from '../../../lib/fault'
import { answered } from '../../sdk'
import { action, type CliCommand, readOption, wholeNumberUpTo } from '../shared/command-line'
import { tableLines } from '../shared/format'
import { onServer, SERVER_HELP_LINES, SERVER_OPTIONS } from '../shared/on-server'

export const FIND_HELP = `\
Finds instruments by a part of their symbol or name, in English or Korean; the best match first.

  paper find TEXT… [--limit N] [--json]

  --limit N             how many at most; 20 unless given
  --json                prints the server's answer
${SERVER_HELP_LINES}`

const SYNTAX = {
  operands: ['TEXT…'],
  options: { ...SERVER_OPTIONS, limit: 'text', json: 'flag' },
} as const
const LIMIT = wholeNumberUpTo(LIST_LIMIT_MAX)
/** Instruments that fit a screen. */
const USUAL_LIMIT = 20
const TITLES = ['SYMBOL', 'NAME', 'KOREAN', 'TYPE', 'EXCHANGE', 'ORDERS']

export const findCommand: CliCommand = {
  name: 'find',
  help: FIND_HELP,
  action: action(SYNTAX, (line, context) => {
    const limit = readOption('limit', line.text('limit'), LIMIT, USUAL_LIMIT)
    if (isFault(limit)) return limit
    const search = line.operands.join(' ')
    return onServer(line, context, async ({ api }) => {
      const answer = await answered(api.v1.instruments.get({ query: { search, limit } }))
      const { say, paint } = context.terminal
      const rows = answer.instruments.map((each) => [
        each.symbol,
        each.name,
        each.nameKo ?? '',
        each.type,
        each.exchange,
        each.tradable,
      ])
      if (line.flag('json')) say(JSON.stringify(answer))
      else if (rows.length === 0) say(`Nothing is called “${search}”.`)
      else say(tableLines(TITLES, rows, paint).join('\n'))
      return undefined
    })
  }),
}
