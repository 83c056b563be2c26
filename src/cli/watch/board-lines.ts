/** The board as lines of text, and an event as one. Pure. */

import type { OrderEvent, StreamState } from '../../sdk'
import { marketTime } from '../shared/new-york-time'
import { grouped, tableLines } from '../shared/table'
import type { Paint } from '../shared/terminal'
import type { Board, BoardOrder } from './board'

export interface BoardSize {
  readonly columns: number
  readonly rows: number
  readonly paint: Paint
}

/** The state, two headings, the tables' titles, and empty lines between them. */
const FRAME_ROWS = 7

const number = (value: number | undefined): string =>
  value === undefined ? '' : grouped(String(value))

/** `03-02 10:00:01`: whoever watches knows the year. */
const shortTime = (text: string): string => marketTime(text).slice('yyyy-'.length)

/** The least needed come last: a narrow terminal cuts them off. */
const ORDER_TITLES = [
  ...['placed', 'symbol', 'side', 'quantity', 'filled', 'limit', 'status', 'average', 'type'],
]

const orderCells = (order: BoardOrder): readonly string[] => [
  shortTime(order.requestedAt),
  order.symbol,
  order.side,
  number(order.quantity),
  number(order.filledQuantity),
  number(order.limitPrice),
  order.status,
  number(order.avgFillPrice),
  `${order.orderType} ${order.timeInForce}`,
]

const EVENT_TITLES = ['event', 'time', 'symbol', 'side', 'filled', 'of', 'fill', 'at', 'status']

/** Why the market ended the order, where it did. */
const reasonOf = ({ rejectReason, cancelReason }: OrderEvent['order']): readonly string[] => {
  const reason = rejectReason ?? cancelReason
  return reason === undefined ? [] : [reason]
}

const eventCells = ({ seq, event, order, fill, occurredAt }: OrderEvent): readonly string[] => [
  String(seq),
  shortTime(occurredAt),
  order.symbol,
  order.side,
  number(order.filledQuantity),
  number(order.quantity),
  number(fill?.quantity),
  number(fill?.price),
  [event, ...reasonOf(order)].join(' '),
]

/** One line with everything: it has no columns, since the width of later lines is unknown. */
export function eventLine({ seq, event, order, fill, occurredAt }: OrderEvent): string {
  const limit = order.limitPrice === undefined ? '' : ` ${number(order.limitPrice)}`
  return [
    `#${seq}`,
    marketTime(occurredAt),
    event,
    order.side,
    order.symbol,
    `${order.orderType}${limit}`,
    `${number(order.filledQuantity)}/${number(order.quantity)}`,
    ...(fill === undefined ? [] : [`filled ${number(fill.quantity)} at ${number(fill.price)}`]),
    ...reasonOf(order),
    order.orderId,
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

/** At most as many lines as the screen has; both tables keep their newest rows. */
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
