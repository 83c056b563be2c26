/** `paper watch`: shows an account's orders live, over the stream of order events. */
import { fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { type Client, openClient, RefusalError, SeveralAccountsError } from '../../sdk'
import { action, type CliCommand } from '../shared/command-line'
import { serverFault } from '../shared/on-server'
import { lineView, liveBoard, SYNTAX, type View, type WatchOptions, watchOptions } from './board'

export const WATCH_HELP = `\
Shows an account's orders as they change, until Ctrl-C.

  paper watch [--url URL] [--client-id ID] [--client-secret SECRET] [--account ACCOUNT_ID]
              [--since N] [--json]

  --url            the server's URL: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id      the client's id (PAPER_CLIENT_ID); paper keys create makes a client
  --client-secret  its secret (PAPER_CLIENT_SECRET, which no list of processes shows)
  --account        the account to watch, for a client that has several (PAPER_ACCOUNT_ID)
  --since          also shows the events after number N; 0 shows all
  --json           prints each event as one line of JSON

On a terminal it shows the open orders and the last events, and keeps them up to date. Elsewhere, or
with --since or --json, it prints one line for each event. It reconnects when a connection is lost,
and misses no event. Times are New York's, but in JSON they are the API's.`

export const watchCommand: CliCommand = {
  name: 'watch',
  help: WATCH_HELP,
  endsItself: true,
  action: action(SYNTAX, async (line, { terminal, env, stopped }) => {
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
      if (!(error instanceof RefusalError)) return fault(errorMessage(error))
      if (error instanceof SeveralAccountsError) return fault(choiceOf(error))
      // The log was reset, or no longer has events this old.
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

/** A refused WebSocket gives no reason. Without a stream, its document is missing too. */
const lacksStream = (url: string): Promise<boolean> =>
  fetch(`${url.replace(/\/$/, '')}/docs/stream.json`).then(
    ({ status }) => status === 404,
    () => false,
  )
