/** Plays a recorded run again: the same calls, one after the other, on a broker of its own. */
import { isFault } from '../../../lib/fault'
import { issueToken } from '../../sdk/token'
import { serveHere } from '../in-process'
import { settingsOf } from '../options'
import type { RecordedLine, RecordedRun } from './lines'
import { recording, SECRET_IN_REPLAY } from './recorder'

/** The lines that the calls of these make now. Throws why they cannot be played. */
export async function replayed({ start, lines }: RecordedRun): Promise<readonly string[]> {
  const { bot, sandboxKey, variables } = settingsOf({ env: start.variables })
  const run = recording(true)
  const broker = await serveHere(variables, { recording: run, scenario: start.scenario })
  const secretOf = (clientId: string): string =>
    clientId === bot.clientId ? bot.clientSecret : SECRET_IN_REPLAY

  async function send(call: NonNullable<RecordedLine['call']>, number: number): Promise<void> {
    const { clientId, accountId, method, path, body } = call
    const headers = new Headers({ 'x-service-request-id': `replay-${number}` })
    if (clientId === null) headers.set('x-sandbox-key', sandboxKey)
    else {
      const credentials = { clientId, clientSecret: secretOf(clientId) }
      headers.set(
        'authorization',
        `Bearer ${await issueToken(broker.url, credentials, fetch, 'r')}`,
      )
    }
    if (accountId !== null) headers.set('x-service-account-id', accountId)
    if (body !== null) headers.set('content-type', 'application/json')
    const sent = body === null ? null : JSON.stringify(body)
    const answer = await fetch(`${broker.url}${path}`, { method, headers, body: sent })
    await answer.arrayBuffer()
  }

  try {
    for (const { n, call } of lines) if (call !== undefined) await send(call, n)
    const played = await run.end()
    if (isFault(played)) throw new Error(played.fault)
    return played
  } finally {
    await broker.close()
  }
}
