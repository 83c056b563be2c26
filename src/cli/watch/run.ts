/** `bun run watch`: an account's orders, live over the channel (D9). */

import { fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { type Client, openClient, RefusalError, SeveralAccountsError } from '../../sdk'
import type { CommandContext, Outcome } from '../shell'
import { askedOf, type WatchOptions } from './asked'
import { eventLine, stateText } from './draw'
import { liveBoard } from './live-board'
import type { Screen } from './screen'
import type { View } from './view'

export interface WatchSurroundings extends CommandContext {
  readonly screen: Screen
  /** Ends the watch in good order. */
  readonly stopped: AbortSignal
}

export async function runWatch(
  args: readonly string[],
  { terminal, env, screen, stopped }: WatchSurroundings,
): Promise<Outcome> {
  const asked = askedOf(args, env)
  if (isFault(asked)) return asked
  const client = openClient(asked)
  const drawn = screen.size !== null && !asked.json && asked.since === undefined
  while (!stopped.aborted) {
    const view = drawn ? liveBoard(client, asked, screen) : lineView(asked, terminal)
    const over = await follow(client, asked, view, stopped).catch((error: unknown) => error)
    view.end()
    if (over === undefined) return undefined
    if (!(over instanceof RefusalError)) return fault(reasonOf(over))
    if (over instanceof SeveralAccountsError) return fault(choiceOf(over))
    // A server that has begun anew, or has been away for too long: so does the watch.
    const mayRestart = over.code === 'since-out-of-range' && asked.since === undefined
    if (!mayRestart) return fault(`${over.message} (${over.code})`)
    terminal.complain('The events do not go on from the last one; starting anew.')
  }
  return undefined
}

const choiceOf = ({ accountIds }: SeveralAccountsError): string =>
  ['This client has several accounts; choose one with --account:', ...accountIds].join('\n  ')

async function follow(
  client: Client,
  { since, url }: WatchOptions,
  view: View,
  stopped: AbortSignal,
): Promise<undefined> {
  const { promise: noStream, reject } = Promise.withResolvers<never>()
  let wasLive = false
  const events = client.orderEvents({
    since,
    onState(state) {
      view.state(state)
      if (state.state === 'live') wasLive = true
      if (state.state === 'waiting' && !wasLive) void lacksStream(url).then(refuse)
    },
  })
  const refuse = (lacks: boolean): void => {
    if (lacks) reject(new Error(`${url} has no stream of order events (STREAM=off).`))
  }
  const close = (): void => events.close()
  stopped.addEventListener('abort', close)
  const read = async (): Promise<undefined> => {
    for await (const event of events) view.event(event)
    return undefined
  }
  try {
    return await Promise.race([read(), view.failed, noStream])
  } finally {
    stopped.removeEventListener('abort', close)
    close()
  }
}

/** A refused WebSocket does not say why; the page that describes the stream is there with it. */
const lacksStream = (url: string): Promise<boolean> =>
  fetch(`${url.replace(/\/$/, '')}/docs/stream.json`).then(
    ({ status }) => status === 404,
    () => false,
  )

function lineView({ json, url }: WatchOptions, terminal: CommandContext['terminal']): View {
  let told = ''
  return {
    state(state) {
      const text = stateText(state, url)
      // Not again and again while a server is away.
      const kind = state.state === 'waiting' ? state.because : state.state
      if (state.state === 'connecting' || kind === told) return
      told = kind
      terminal.complain(text)
    },
    event: (event) => terminal.say(json ? JSON.stringify(event) : eventLine(event)),
    failed: new Promise(() => {}),
    end() {},
  }
}
