/** Encodes explanations. */
import { type Price, type Quantity, wireNumber } from '../../../core/money'
import type { SeenQuote, Step } from '../../../core/order/explain/steps'
import { toKst } from '../../../core/time'
import { encodeFill } from '../../wire/order-record'
import type { Explanation, Told } from './service'

export const encodeExplanation = ({
  order,
  fillProfile,
  carriedTo,
  latest,
  steps,
  nextCursor,
}: Explanation) => ({
  orderId: order.orderId,
  status: order.status,
  fillProfile,
  carriedTo: toKst(carriedTo),
  latest: latest && encodeTold(latest),
  steps: steps.map(encodeTold),
  ...(nextCursor !== null && { nextCursor }),
})

const encodeTold = ({ step, text }: Told) => ({ text, ...encodeStep(step) })

function encodeStep(step: Step) {
  const { kind, rule } = step
  switch (step.kind) {
    case 'WAITED':
      return {
        ...{ kind, rule, from: toKst(step.from), to: toKst(step.to), ticks: step.ticks },
        ...(step.until !== null && { until: toKst(step.until) }),
        ...encodeSeen(step.seen),
        ...numbers({ missedBy: step.missedBy, availableSize: step.available }),
        ...numbers({ queueAhead: step.queueAhead }),
      }
    case 'FILLED':
      return {
        ...{ kind, rule, from: toKst(step.at), to: toKst(step.at), ticks: 1 },
        ...encodeSeen(step.seen),
        ...numbers({ availableSize: step.available }),
        fill: encodeFill(step.fill),
      }
    case 'ENDED':
      return {
        ...{ kind, rule, from: toKst(step.at), to: toKst(step.at), ticks: 0 },
        ...numbers({ officialPrice: step.official, missedBy: step.missedBy }),
      }
  }
}

const encodeSeen = (seen: SeenQuote | null) =>
  seen === null
    ? {}
    : {
        quote: {
          at: toKst(seen.at),
          bidPrice: wireNumber(seen.quote.bidPrice),
          bidSize: wireNumber(seen.quote.bidSize),
          askPrice: wireNumber(seen.quote.askPrice),
          askSize: wireNumber(seen.quote.askSize),
          pinned: seen.quote.pinned === true,
        },
      }

/** What does not apply is left out. */
const numbers = <N extends string>(values: Readonly<Record<N, Price | Quantity | null>>) => {
  const found = Object.entries<Price | Quantity | null>(values).flatMap(([name, value]) =>
    value === null ? [] : [[name, wireNumber(value)]],
  )
  // safe: the names are those of the argument.
  return Object.fromEntries(found) as { [Name in N]?: number }
}
