/** What an order's quantity is computed from, if its client named none. */
import {
  type Amount,
  affordable,
  amount,
  larger,
  type Percent,
  type Price,
  percent,
  percentageOf,
  type Quantity,
  quantity,
} from '../money'

const SIZING_KINDS = ['AMOUNT', 'CLOSE', 'CLOSE_ALL'] as const

/**
 * The USD of an amount order [order.amount], or the percentage that a close sells of one holding or
 * of each holding [close.quantity].
 */
export type Sizing =
  | { readonly kind: 'AMOUNT'; readonly usd: Amount }
  | { readonly kind: 'CLOSE' | 'CLOSE_ALL'; readonly percent: Percent }

const LEAST = quantity('0.000001')

/** The shares that an amount buys at the ask, rounded down to 6 places; 0 is possible. */
export const sharesFor = (usd: Amount, askPrice: Price): Quantity => affordable(usd, askPrice, 6)

/** The part of the shares held, rounded down to 6 places: at least 0.000001 of one. */
export const sharesOf = (held: Quantity, part: Percent): Quantity =>
  larger(percentageOf(held, part), LEAST)

/** Writes the sizing as text: `AMOUNT 250.5`, `CLOSE_ALL 50`. Equal sizings have equal texts. */
export const sizingText = (sizing: Sizing): string =>
  `${sizing.kind} ${(sizing.kind === 'AMOUNT' ? sizing.usd : sizing.percent).toFixed()}`

/** Reads such a text; throws on any other. */
export function sizingOf(text: string): Sizing {
  const [name, value = ''] = text.split(' ')
  const kind = SIZING_KINDS.find((kind) => kind === name)
  if (kind === undefined) throw new Error(`no sizing of an order: ${text}`)
  return kind === 'AMOUNT' ? { kind, usd: amount(value) } : { kind, percent: percent(value) }
}

export const isSameSizing = (one: Sizing, other: Sizing): boolean =>
  sizingText(one) === sizingText(other)
