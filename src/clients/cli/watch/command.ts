/**
 * `paper watch`: shows an account's orders and conditional orders live, over the stream of their
 * events, as a board that is redrawn or as a line for each event.
 */

import { isOpen } from '../../../core/order/order'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { errorMessage } from '../../../lib/text'
import { type Environment, parseWholeNumber } from '../../../server/config/setting'
import {
  type AccountEvent,
  answered,
  type Client,
  type OrderEvent,
  openClient,
  RefusalError,
  SeveralAccountsError,
  type StreamState,
} from '../../sdk/index'
import {
  action,
  type CliCommand,
  type CommandLineOf,
  type OptionFormat,
  readOption,
} from '../shared/command-line'
import { marketTime, numberText, tableLines } from '../shared/format'
import { SERVER_OPTIONS, type ServerOptions, serverFault, serverOptions } from '../shared/on-server'
import type { Paint, Screen, Terminal } from '../shared/terminal'

export const SYNTAX = {
  operands: [],
  options: { ...SERVER_OPTIONS, since: 'text', json: 'flag' },
} as const

export const WATCH_HELP = `\
Shows an account's orders and conditional orders as they change, until Ctrl-C.

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
  const events = client.events({
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

export interface WatchOptions extends ServerOptions {
  readonly since: number | undefined
  readonly json: boolean
}

const SEQ_MAX = 2_147_483_647
const SINCE: OptionFormat<number> = {
  allowed: 'the number of an event, or 0',
  read: (text) => parseWholeNumber(text, 0, SEQ_MAX),
}

export function watchOptions(
  line: CommandLineOf<typeof SYNTAX.options>,
  env: Environment,
): WatchOptions | CommandFault {
  const server = serverOptions(line, env)
  if (isFault(server)) return server
  const since = readOption('since', line.text('since'), SINCE, undefined)
  if (isFault(since)) return since
  return { ...server, since, json: line.flag('json') }
}

interface BoardSize {
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
}

/** Rows of the state, two headings, the titles of two tables, and two empty lines. */
const FRAME_ROWS = 7

/** `03-02 10:00:01`, without the year. */
const shortTime = (text: string): string => marketTime(text).slice('yyyy-'.length)

/** The least important columns come last, since a narrow terminal cuts them off. */
const ORDER_TITLES = [
  'placed',
  'symbol',
  'side',
  'quantity',
  'filled',
  'limit',
  'status',
  'average',
  'type',
]

const orderCells = (order: BoardOrder): readonly string[] => [
  shortTime(order.requestedAt),
  order.symbol,
  order.side,
  numberText(order.quantity),
  numberText(order.filledQuantity),
  numberText(order.limitPrice),
  order.status,
  numberText(order.avgFillPrice),
  `${order.orderType} ${order.timeInForce}`,
]

const EVENT_TITLES = ['event', 'time', 'symbol', 'side', 'filled', 'of', 'fill', 'at', 'status']

/** The reason for which the market ended the order, if it did. */
const endReason = ({ rejectReason, cancelReason }: OrderEvent['order']): readonly string[] => {
  const reason = rejectReason ?? cancelReason
  return reason === undefined ? [] : [reason]
}

/** What the board and a line show of an event, whether of an order or of a leg. */
interface Shown {
  readonly symbol: string
  readonly side: string
  readonly filledQuantity: number
  readonly quantity: number
  /** The type, with its prices. */
  readonly terms: string
  /** The status after the event; a leg's with its type. */
  readonly status: string
  readonly fill: OrderEvent['fill']
  readonly reasons: readonly string[]
  readonly ids: readonly string[]
}

function shownBy(event: AccountEvent): Shown {
  if (event.type === 'order') {
    const { fill, order } = event
    const terms = `${order.orderType}${priceText(' ', order.limitPrice)}`
    const { orderId } = order
    return { ...order, terms, status: event.event, fill, reasons: endReason(order), ids: [orderId] }
  }
  const { leg, symbol } = event
  const { limitPrice, orderId, reason, stopPrice } = leg
  return {
    ...leg,
    symbol,
    terms: `${leg.type}${priceText(' stop ', stopPrice)}${priceText(' limit ', limitPrice)}`,
    status: `${leg.type} ${event.event}`,
    fill: undefined,
    reasons: reason === undefined ? [] : [reason],
    ids: [event.conditionalOrderId, ...(orderId === undefined ? [] : [orderId])],
  }
}

/** Writes the label before the price; nothing if there is no price. */
const priceText = (label: string, price: number | undefined): string =>
  price === undefined ? '' : label + numberText(price)

function eventCells(event: AccountEvent): readonly string[] {
  const { symbol, side, filledQuantity, quantity, fill, status, reasons } = shownBy(event)
  return [
    String(event.seq),
    shortTime(event.occurredAt),
    symbol,
    side,
    numberText(filledQuantity),
    numberText(quantity),
    numberText(fill?.quantity),
    numberText(fill?.price),
    [status, ...reasons].join(' '),
  ]
}

/** An event as one line, without columns, since the width of later lines is unknown. */
export function eventLine(event: AccountEvent): string {
  const { symbol, side, filledQuantity, quantity, terms, fill, reasons, ids } = shownBy(event)
  return [
    `#${event.seq}`,
    marketTime(event.occurredAt),
    event.event,
    side,
    symbol,
    terms,
    `${numberText(filledQuantity)}/${numberText(quantity)}`,
    ...(fill === undefined
      ? []
      : [`filled ${numberText(fill.quantity)} at ${numberText(fill.price)}`]),
    ...reasons,
    ...ids,
  ].join('  ')
}

export function stateText(stream: StreamState, url: string): string {
  switch (stream.state) {
    case 'connecting':
      return `connecting to ${url} …`
    case 'live':
      return `live at ${url}`
    case 'waiting':
      return `${stream.reason} (${url}): trying again in ${(stream.retryInMs / 1_000).toFixed(1)} s`
  }
}

/** The board as lines that fit the screen: both tables show their newest rows. Pure. */
export function boardLines(board: Board, url: string, size: BoardSize): readonly string[] {
  const { rows, columns, paint } = size
  const fit = (line: string): string =>
    line.length > columns ? `${line.slice(0, Math.max(0, columns - 1))}…` : line
  const table = (titles: readonly string[], cells: readonly (readonly string[])[]) =>
    cells.length === 0
      ? [paint('none yet', 'dim')]
      : tableLines(titles, cells).map((line, at) =>
          at === 0 ? paint(fit(line), 'dim') : fit(line),
        )

  const open = [...board.orders.values()].toReversed()
  const room = Math.max(2, rows - FRAME_ROWS)
  const orderRoom = Math.min(open.length, Math.max(Math.ceil(room / 2), room - board.events.length))
  const eventRoom = Math.max(1, room - Math.max(1, orderRoom))
  const hidden = open.length - orderRoom
  const count = `Open orders: ${open.length}${hidden > 0 ? `, the newest ${orderRoom}` : ''}`
  const { accountId, lastSeq } = board
  const known = accountId === null ? [] : [accountId, `event ${lastSeq ?? 0}`]
  const lines = [
    fit([...known, stateText(board.stream, url)].join('   ')),
    '',
    paint(fit(board.waiting === null ? count : 'Open orders: reading …'), 'bold'),
    ...table(ORDER_TITLES, open.slice(0, orderRoom).map(orderCells)),
    '',
    paint('Last events', 'bold'),
    ...table(EVENT_TITLES, board.events.slice(-eventRoom).toReversed().map(eventCells)),
  ]
  return lines.slice(0, rows)
}

export interface View {
  state(state: StreamState): void
  event(event: AccountEvent): void
  /** Rejects if the open orders cannot be read. */
  readonly failed: Promise<never>
  end(): void
}

export function lineView({ json, url }: WatchOptions, terminal: Terminal): View {
  let lastKind = ''
  return {
    state(state) {
      const text = stateText(state, url)
      // Printed once for all attempts while the server is away.
      const kind = state.state === 'waiting' ? state.reason : state.state
      if (state.state === 'connecting' || kind === lastKind) return
      lastKind = kind
      terminal.complain(text)
    },
    event: (event) => terminal.say(json ? JSON.stringify(event) : eventLine(event)),
    failed: new Promise(() => {}),
    end() {},
  }
}

type BoardOrder = OrderEvent['order']

export interface Board {
  /** The open orders by id, oldest first. */
  readonly orders: ReadonlyMap<string, BoardOrder>
  /** Events to apply to the open orders when they have been read; null after that. */
  readonly waiting: readonly AccountEvent[] | null
  /** The last events, oldest first. */
  readonly events: readonly AccountEvent[]
  readonly stream: StreamState
  readonly accountId: string | null
  readonly lastSeq: number | null
}

const EVENTS_MAX = 100

export const EMPTY: Board = {
  orders: new Map(),
  waiting: [],
  events: [],
  stream: { state: 'connecting' },
  accountId: null,
  lastSeq: null,
}

export function withState(board: Board, stream: StreamState): Board {
  if (stream.state !== 'live') return { ...board, stream }
  const { accountId, since } = stream
  return { ...board, stream, accountId, lastSeq: board.lastSeq ?? since }
}

export function withEvent(board: Board, event: AccountEvent): Board {
  const updated = {
    ...board,
    events: [...board.events, event].slice(-EVENTS_MAX),
    lastSeq: event.seq,
  }
  if (board.waiting !== null) return { ...updated, waiting: [...board.waiting, event] }
  return { ...updated, orders: applyEvents(board.orders, [event]) }
}

/** `open`: the orders that were read after the subscription began, newest first. */
export function withOpenOrders(board: Board, open: readonly BoardOrder[]): Board {
  const read = new Map(open.toReversed().map((order) => [order.orderId, order]))
  return { ...board, orders: applyEvents(read, board.waiting ?? []), waiting: null }
}

function applyEvents(
  orders: ReadonlyMap<string, BoardOrder>,
  events: readonly AccountEvent[],
): ReadonlyMap<string, BoardOrder> {
  const after = new Map(orders)
  for (const event of events) {
    if (event.type !== 'order') continue
    const { order } = event
    if (isOpen(order.status)) after.set(order.orderId, order)
    else after.delete(order.orderId)
  }
  return after
}

/** Changes within this time are drawn together. */
const DRAW_EVERY_MS = 50
const READ_AGAIN_MS = 1_000

export function liveBoard(client: Client, url: string, screen: Screen, paint: Paint): View {
  const failed = Promise.withResolvers<never>()
  let board: Board = EMPTY
  let timer: ReturnType<typeof setTimeout> | null = null
  let reading = false
  let ended = false

  function show(next: Board): void {
    board = next
    timer ??= setTimeout(draw, DRAW_EVERY_MS)
  }

  function draw(): void {
    timer = null
    const { columns, rows } = screen
    if (!ended) screen.draw(boardLines(board, url, { columns, rows, paint }))
  }

  async function readOpenOrders(accountId: string): Promise<void> {
    while (!ended) {
      try {
        return show(withOpenOrders(board, await openOrders(client, accountId)))
      } catch (error) {
        if (error instanceof RefusalError && !error.isTemporary) return failed.reject(error)
        await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
      }
    }
  }

  return {
    state(state) {
      show(withState(board, state))
      if (state.state !== 'live' || reading) return
      reading = true
      void readOpenOrders(state.accountId)
    },
    event: (event) => show(withEvent(board, event)),
    failed: failed.promise,
    end() {
      ended = true
      if (timer !== null) clearTimeout(timer)
      screen.leave()
    },
  }
}

async function openOrders(client: Client, accountId: string): Promise<readonly BoardOrder[]> {
  const headers = { 'x-service-account-id': accountId }
  const all: BoardOrder[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { status: 'OPEN', limit: 100, ...(cursor !== undefined && { cursor }) } as const
    const page = await answered(client.api.v1.orders.get({ query, headers }))
    all.push(...page.orders)
    cursor = page.nextCursor
    if (cursor === undefined) return all
  }
}
