/** Why an order has not filled yet, in a few words. */
import { type ExplainedStep, useExplanation } from '../data/explanation'
import type { ShownOrder } from '../data/orders'
import { shownDecimal } from '../ui/decimal'
import { ruleText } from './rule-text'

export function Why({ order }: { readonly order: ShownOrder }) {
  const latest = useExplanation(order, 1)?.latest
  if (latest === undefined || latest === null) return <span class="none">–</span>
  return <span title={latest.text}>{shortly(latest)}</span>
}

/** A rule that only newer servers know is shown by its code. */
export function shortly({ rule, missedBy }: ExplainedStep): string {
  const texts: Readonly<Record<string, string>> = ruleText()
  const text = texts[rule] ?? rule
  return missedBy === undefined ? text : `${text} (${shownDecimal(missedBy, { places: 2 })})`
}
