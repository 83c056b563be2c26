/** The items of a batch that were set aside, by name [live.set-aside]. */
import type { RefusalCode } from '../../core/refusals'
import type { SourceBatch } from '../../market/feeds/live/batch'
import type { SetAside } from '../../market/feeds/live/guard'
import type { AsideItem } from '../../market/feeds/live/tally'

export interface NamedItem {
  /** Where it stands in the message: `quotes.3`. */
  readonly item: string
  /** `USD/KRW` of a rate. */
  readonly symbol: string
  readonly reason: SetAside
  /** Of the catalogue of errors, where the server does not know what the item is about. */
  readonly code?: (typeof ASIDE_CODES)[number]
}

export const ASIDE_CODES = [
  'symbol-not-found',
  'exchange-rate-not-found',
] as const satisfies readonly RefusalCode[]

/** An answer is small, whatever the message was. */
export const NAMED_MAX = 20

/** Unknown ones first: no later message of their kind counts either. */
export function namedItems(batch: SourceBatch, aside: readonly AsideItem[]): NamedItem[] {
  const isUnknown = ({ reason }: AsideItem): boolean => reason === 'unknown'
  const unknown = aside.filter(isUnknown)
  const others = aside.filter((item) => !isUnknown(item))
  return [...unknown, ...others].slice(0, NAMED_MAX).map((item) => {
    const { kind, index, reason } = item
    const code = kind === 'rates' ? 'exchange-rate-not-found' : 'symbol-not-found'
    const symbol = symbolOf(batch, item)
    return { item: `${kind}.${index}`, symbol, reason, ...(isUnknown(item) && { code }) }
  })
}

function symbolOf(batch: SourceBatch, { kind, index }: AsideItem): string {
  const item = batch[kind][index]
  if (item === undefined) return ''
  return 'symbol' in item ? item.symbol : `${item.base}/${item.quote}`
}
