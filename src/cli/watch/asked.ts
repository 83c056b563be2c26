/** What the arguments and the environment ask `watch` for. Pure. */
import { HOST, PORT } from '../../config/address'
import { PAPER_CLIENT_ID, PAPER_CLIENT_SECRET } from '../../config/client'
import { type Environment, parseWholeNumber, quoted, settingText } from '../../config/setting'
import { fault, isFault, type KeyFault } from '../../core/fault'
import { commandLine } from '../command-line'

export interface WatchOptions {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly accountId: string | undefined
  readonly since: number | undefined
  readonly json: boolean
}

const OPTIONS = {
  texts: ['url', 'client-id', 'client-secret', 'account', 'since'],
  flags: ['json'],
}
const SEQ_MAX = 2_147_483_647

export function askedOf(args: readonly string[], env: Environment): WatchOptions | KeyFault {
  const line = commandLine(args, OPTIONS)
  if (isFault(line)) return line
  const [operand] = line.operands
  if (operand !== undefined) return fault(`watch does not take ${quoted(operand)}.`)
  const url = line.text('url') ?? `http://${HOST.unset}:${settingText(env, 'PORT') ?? PORT.unset}`
  if (!isHttp(url)) return wrong('url', url, 'http://… or https://…')
  const clientId = line.text('client-id') ?? settingText(env, PAPER_CLIENT_ID.variable)
  const clientSecret = line.text('client-secret') ?? settingText(env, PAPER_CLIENT_SECRET.variable)
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'ID' : 'SECRET'
    return fault(
      `Which key? --client-${missing.toLowerCase()} or PAPER_CLIENT_${missing} is missing; ` +
        '“bun run keys create” makes a client.',
    )
  }
  const sinceText = line.text('since')
  const since = sinceText === undefined ? undefined : parseWholeNumber(sinceText, 0, SEQ_MAX)
  if (sinceText !== undefined && since === undefined) {
    return wrong('since', sinceText, 'the number of an event, or 0')
  }
  const accountId = line.text('account')
  return { url, clientId, clientSecret, accountId, since, json: line.flag('json') }
}

const isHttp = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const wrong = (option: string, text: string, allowed: string): KeyFault =>
  fault(`--${option}: ${quoted(text)} is not allowed; allowed: ${allowed}`)
