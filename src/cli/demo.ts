/**
 * `bun run demo`: a first trade on a server of its own, over HTTP. Ends by itself; exit status 1
 * when something did not come out as it should.
 */
import { newClientId, newClientSecret } from '../store/secrets'
import { answered, clientOf } from './demo/client'
import { firstTrade } from './demo/first-trade'
import { HELP, unexpected } from './demo/help'
import { isInterrupted, type OwnServer, startServer } from './demo/own-server'
import { complain, say, verdict } from './demo/terminal'

const DEADLINE_MS = 25_000
const MONDAY_MORNING = '2026-03-02T10:00:00-05:00'
const client = { PAPER_CLIENT_ID: newClientId(), PAPER_CLIENT_SECRET: newClientSecret() }

async function trade({ url }: OwnServer): Promise<boolean> {
  let token = ''
  const api = clientOf(url, () => (token === '' ? {} : { authorization: `Bearer ${token}` }))
  const issued = await answered(
    api.v1.oauth.token.post({
      grant_type: 'client_credentials',
      client_id: client.PAPER_CLIENT_ID,
      client_secret: client.PAPER_CLIENT_SECRET,
    }),
  )
  token = issued.access_token
  say(`signed in at ${url} for ${issued.expires_in} s`)
  return firstTrade(api)
}

async function demo(): Promise<boolean> {
  say('starting a server: a simulated Monday morning in New York, its database in memory …')
  const server = await startServer({
    ...client,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: 'memory',
    MARKET_CLOCK: MONDAY_MORNING,
    // A busy machine must miss none of the market's seconds: each has a quote of its own.
    MARKET_SPEED: '0.5',
    // The size shown is there anew at each tick, so that a large order takes a few of them (D13).
    FILL_PROFILE: 'ideal',
  })
  const cameOut = await trade(server).catch(failed)
  const status = await server.stop()
  if (isInterrupted()) return false
  return verdict(status === 0, `the server has ended in good order (status ${status})`) && cameOut
}

function failed(error: unknown): false {
  if (isInterrupted()) return false
  complain(error instanceof Error ? error.message : String(error))
  return false
}

async function run([argument]: readonly string[]): Promise<number> {
  if (argument === '--help' || argument === '-h') {
    say(HELP)
    return 0
  }
  if (argument !== undefined) {
    complain(unexpected(argument))
    return 1
  }
  setTimeout(() => {
    complain(`The demo did not come to its end within ${DEADLINE_MS / 1_000} s.`)
    process.kill(process.pid, 'SIGTERM')
  }, DEADLINE_MS).unref()
  return (await demo().catch(failed)) ? 0 : 1
}

process.exitCode = await run(process.argv.slice(2))
