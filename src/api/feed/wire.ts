/** The messages of the ingest of live prices, in both directions [live.ingest]. */
import { type TSchema, t } from 'elysia'
import { TypeCompiler } from 'elysia/type-system'
import { BODY_BYTES_MAX, FEED_ITEMS_MAX, FEED_ITEMS_PER_SECOND_MAX } from '../../core/limits'
import { type RefusalCode, type Refused, refused } from '../../core/refusals'
import { jsonInMessage } from '../../http/request'
import { refusalBody } from '../../http/wire/refusal'
import { answer, body, jsonInteger, named, oneOf, wholeNumber } from '../../http/wire/schemas'
import { type ShapeRefusal, shapeRefusalOf } from '../../http/wire/validation-errors'
import type { RejectionReason } from '../../market/feeds/live/guard'
import { DECIMAL, SYMBOL } from '../../market/feeds/live/wire'
import { QUOTE_AGE_FIELDS } from '../wire/market'

/** The codes of rejected items that the server has no symbol or rate for [live.rejected]. */
const REJECTED_ITEM_CODES = [
  'symbol-not-found',
  'exchange-rate-not-found',
] as const satisfies readonly RefusalCode[]

/** Limits the size of an answer, whatever the message was. */
export const REJECTED_ITEMS_MAX = 20

const symbol = t.String({
  description: 'In upper case.',
  pattern: SYMBOL.source,
  'x-expects': 'a symbol in upper case',
  examples: ['AAPL'],
})
const decimal = (description: string, example: string) =>
  t.String({
    description: `${description} As text, so that it stays exact.`,
    pattern: DECIMAL.source,
    'x-expects': `a decimal text with at most 10 digits before the point, such as "${example}"`,
    examples: [example],
  })
const priceText = (description: string, example = '189.98') =>
  decimal(`${description}, USD per share, above 0.`, example)
const sharesText = (description: string) => decimal(`${description}, in shares.`, '300')
const time = (description = 'When it was, by the source’s clock.') =>
  t.String({
    description: `${description} ISO 8601 with an offset.`,
    'x-expects': 'an ISO 8601 time with an offset',
    minLength: 17,
    maxLength: 40,
    examples: ['2026-03-02T15:00:00.123456Z'],
  })
const list = <const S extends TSchema>(item: S, description: string) =>
  t.Optional(t.Array(item, { description, maxItems: FEED_ITEMS_MAX }))

const ITEMS = {
  quotes: list(
    body({
      symbol,
      bidPrice: priceText('The best bid'),
      bidSize: sharesText('Shown at the bid'),
      askPrice: priceText('The best ask', '190.02'),
      askSize: sharesText('Shown at the ask'),
      time: time(),
    }),
    'The best bid and ask of now.',
  ),
  trades: list(
    body({ symbol, price: priceText('The price'), size: sharesText('The size'), time: time() }),
    'Trades, of which candles are made.',
  ),
  bars: list(
    body({
      symbol,
      startsAt: time('The beginning of its minute.'),
      open: priceText('The first price'),
      high: priceText('The highest price'),
      low: priceText('The lowest price'),
      close: priceText('The last price'),
      volume: sharesText('Traded in the minute'),
    }),
    'Whole minutes by the source’s own count; they replace minutes made of trades.',
  ),
  states: list(
    body({
      symbol,
      state: oneOf(['HALTED', 'RESUMED'], 'Whether it stops or resumes trading.'),
      time: time(),
    }),
    'Halts and their ends.',
  ),
  officials: list(
    body({
      symbol,
      auction: oneOf(['OPG', 'CLS'], 'The opening or the closing auction.'),
      price: priceText('The official price'),
      size: sharesText('Crossed in the auction'),
      time: time('When it was held, or later on the same trading date.'),
    }),
    'Official prices of auctions.',
  ),
  rates: list(
    body({
      base: t.String({ description: 'USD.', pattern: '^[A-Z]{3}$' }),
      quote: t.String({ description: 'KRW.', pattern: '^[A-Z]{3}$' }),
      bidRate: decimal('Units of the quote currency that one of the base is sold at.', '1449.5'),
      askRate: decimal('Units of the quote currency that one of the base costs.', '1450.5'),
      time: time(),
    }),
    'The exchange rate.',
  ),
}

const counts = {
  accepted: wholeNumber(0, 'How many items count.', 120),
  rejected: t.Record(t.String(), t.Number(), {
    description: 'Items that changed nothing, by reason: crossed, older, too-far …',
    examples: [{ older: 1 }],
  }),
}

/** Rejected items in the answer to one message [live.rejected]. */
const rejectedItems = t.Optional(
  t.Array(
    t.Object(
      {
        item: t.String({ description: 'Its place in the message.', examples: ['quotes.3'] }),
        symbol: t.String({ description: 'As sent; USD/KRW for a rate.', examples: ['NOBODY'] }),
        reason: t.String({ description: 'As in `rejected`.', examples: ['unknown'] }),
        code: t.Optional(
          oneOf(REJECTED_ITEM_CODES, 'Only if the server has no such symbol or rate.'),
        ),
      },
      { additionalProperties: false },
    ),
    {
      description: 'The first rejected items, unknown symbols before others.',
      maxItems: REJECTED_ITEMS_MAX,
    },
  ),
)

const wantedSymbols = t.Array(symbol, {
  description: 'Symbols that the server needs, the most needed first.',
})

export const FeedSchema = {
  batch: body(ITEMS),
  taken: named('FeedTaken', answer({ ...counts, items: rejectedItems })),
  status: named(
    'FeedStatus',
    answer({
      ...counts,
      refusedMessages: wholeNumber(
        0,
        'How many messages were refused whole, wrong keys among them.',
        0,
      ),
      sources: wholeNumber(0, 'How many sources are connected to this server.', 1),
      symbols: t.Array(
        t.Object(
          {
            symbol,
            wanted: t.Boolean({ description: 'The server needs it.' }),
            ...QUOTE_AGE_FIELDS,
          },
          { additionalProperties: false },
        ),
        { description: 'Wanted ones first.' },
      ),
    }),
  ),
}

/** Every code that an `error` message can have. */
export const INGEST_CODES = [
  'malformed-message',
  'missing-parameter',
  'unknown-parameter',
  'invalid-parameter',
  'rate-limit-exceeded',
  'internal-error',
] as const satisfies readonly RefusalCode[]

const kind = <const Name extends string>(name: Name) => oneOf([name], 'The kind of message.')
const id = jsonInteger(
  0,
  2_147_483_647,
  'An id of your own, which the answer to the message repeats.',
)

/** Messages from a source. */
const IngestReceived = {
  prices: body({ type: kind('prices'), id: t.Optional(id), ...ITEMS }),
}

const sent = <const P extends Parameters<typeof body>[0]>(fields: P) =>
  t.Object(fields, { additionalProperties: false })

/** Messages to a source. */
const IngestSent = {
  wanted: sent({ type: kind('wanted'), symbols: wantedSymbols }),
  taken: sent({ type: kind('taken'), id: t.Optional(id), ...counts, items: rejectedItems }),
  error: sent({
    type: kind('error'),
    id: t.Optional(id),
    error: sent({
      type: t.String({ description: 'The class of error.' }),
      code: oneOf(INGEST_CODES, 'Stable: branch on this.'),
      message: t.String({ description: 'For people.' }),
      param: t.Optional(t.String({ description: 'The field at fault.' })),
      data: t.Optional(t.Record(t.String(), t.Union([t.String(), t.Number()]))),
      docUrl: t.String({ description: 'The page of this code.' }),
    }),
  }),
}

export type PricesMessage = (typeof IngestReceived.prices)['static']
type IngestMessage = {
  [Name in keyof typeof IngestSent]: (typeof IngestSent)[Name]['static']
}[keyof typeof IngestSent]

const compiled = TypeCompiler.Compile<typeof IngestReceived.prices>(IngestReceived.prices)

export function decodePrices(
  sent: string | Uint8Array,
): PricesMessage | ShapeRefusal | Refused<'malformed-message'> {
  const message = jsonInMessage(sent)
  if (compiled.Check(message)) return message
  const isObject = typeof message === 'object' && message !== null
  if (!isObject || !('type' in message) || message.type !== 'prices') {
    return refused('malformed-message', { types: 'prices' })
  }
  return shapeRefusalOf({ valueError: compiled.Errors(message).First(), type: 'message' })
}

export type IngestAnswer =
  | { readonly type: 'wanted'; readonly symbols: string[] }
  | ({ readonly type: 'taken'; readonly id?: number } & IngestTotals)
  | {
      readonly type: 'error'
      readonly id?: number
      readonly refusal: Refused<(typeof INGEST_CODES)[number]>
    }

/** The counts of a GuardTally, in the form of an answer. */
export interface IngestTotals {
  readonly accepted: number
  readonly rejected: Record<string, number>
  /** Some of the rejected items of one message. */
  readonly items?: RejectedItem[]
}

export interface RejectedItem {
  /** The item's place in the message: `quotes.3`. */
  readonly item: string
  /** The symbol of a quote or a trade; `USD/KRW` for a rate. */
  readonly symbol: string
  readonly reason: RejectionReason
  /** A code of the catalogue of errors, if the server has no such symbol or rate. */
  readonly code?: (typeof REJECTED_ITEM_CODES)[number]
}

/** `baseUrl` is the address at which the source reaches the server. */
export function encodeIngest(answer: IngestAnswer, baseUrl: string): string {
  return JSON.stringify(messageOf(answer, baseUrl))
}

function messageOf(answer: IngestAnswer, baseUrl: string): IngestMessage {
  if (answer.type !== 'error') return answer
  const { type, id, refusal } = answer
  return { type, ...(id !== undefined && { id }), error: refusalBody(refusal, { baseUrl }) }
}

/** The texts of the AsyncAPI document. */
const WORDS = {
  prices: {
    summary: 'Prices of a market outside',
    description:
      `At most ${FEED_ITEMS_MAX} items and ${BODY_BYTES_MAX} bytes; all sources of a server ` +
      `together at most ${FEED_ITEMS_PER_SECOND_MAX} items a second. The answer is \`taken\` or ` +
      '`error`; a source that does not read its answers is closed with 1013.',
  },
  wanted: {
    summary: 'The symbols that the server needs',
    description: 'At the beginning, and whenever they have changed; the most needed first.',
  },
  taken: {
    summary: 'The prices have been taken',
    description: 'The counts show how many of them count.',
  },
  error: {
    summary: 'A message was refused whole',
    description: 'The envelope of errors over HTTP; nothing in the message has counted.',
  },
}

const messages = (schemas: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, payload]) => [
      `feed-${name}`,
      // safe: WORDS has the names of both tables.
      { name, ...WORDS[name as keyof typeof WORDS], payload },
    ]),
  )

/** The channel of the AsyncAPI document. */
export const INGEST_PART = {
  address: '/feed',
  summary: 'Live prices, with the header X-Feed-Key',
  received: messages(IngestReceived),
  sent: messages(IngestSent),
  security: { type: 'httpApiKey', in: 'header', name: 'X-Feed-Key' },
} as const
