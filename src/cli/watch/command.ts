/** `paper watch`: an account's orders, live over the stream of order events. */
import { fault, isFault } from '../../core/fault'
import { reasonOf } from '../../core/reason'
import { type Client, openClient, RefusalError, SeveralAccountsError } from '../../sdk'
import { action, type CliCommand } from '../shared/command'
import { serverFault } from '../shared/on-server'
import { WATCH_HELP } from './help'
import { liveBoard } from './live-board'
import { SYNTAX, type WatchOptions, watchOptions } from './options'
import { lineView, type View } from './view'

export const watchCommand: CliCommand = {
  name: 'watch',
  help: WATCH_HELP,
  endsItself: true,
  does: action(SYNTAX, async (line, { terminal, env, stopped }) => {
    const options = watchOptions(line, env)
    if (isFault(options)) return options
    const client = openClient(options)
    const board = options.json || options.since !== undefined ? null : terminal.screen
    while (!stopped.aborted) {
      const view =
        board === null
          ? lineView(options, terminal)
          : liveBoard(client, options.url, board, terminal.paint)
      const error = await follow(client, options, view, stopped).catch((thrown: unknown) => thrown)
      view.end()
      if (error === undefined) return undefined
      if (!(error instanceof RefusalError)) return fault(reasonOf(error))
      if (error instanceof SeveralAccountsError) return fault(choiceOf(error))
      // The log was reset, or no longer reaches back so far.
      const mayRestart = error.code === 'since-out-of-range' && options.since === undefined
      if (!mayRestart) return serverFault(error, options)
      terminal.complain(
        'The log no longer has the events after the last one shown; continuing from now.',
      )
    }
    return undefined
  }),
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

/** A refused WebSocket gives no reason; without a stream, the page about it is missing too. */
const lacksStream = (url: string): Promise<boolean> =>
  fetch(`${url.replace(/\/$/, '')}/docs/stream.json`).then(
    ({ status }) => status === 404,
    () => false,
  )
