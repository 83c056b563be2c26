/**
 * The pace of the market's clock in answers, for example in a server's health [clock.pace].
 *
 * The ages of live prices in answers, for example in a server's health [live.seen].
 */
import { t } from 'elysia'
import { oneOf, wholeNumber } from '../../http/wire/schemas'
import { OLDEST_MAX, type PriceAges, QUOTE_STATES } from '../../market/feeds/live/price-ages'
import type { Pace } from '../../market/pace'

export const PACE_FIELDS = {
  speed: t.Number({
    description: "Market seconds per second; 1 on the system's clock.",
    examples: [60],
  }),
  speedReached: t.Union([t.Number(), t.Null()], {
    description:
      'The speed of the last seconds: less than `speed` on a machine that is too slow for it, ' +
      'since the clock waits for the market. Null for 3 s after its speed was set, and while ' +
      'its speed is 0.',
    examples: [60],
  }),
}

export const encodePace = ({ speed, speedReached }: Pace) => ({
  speed,
  speedReached: speedReached === null ? null : Math.round(speedReached * 100) / 100,
})

/** The state and the age of a symbol's last quote. */
export const QUOTE_AGE_FIELDS = {
  state: oneOf(QUOTE_STATES, 'NONE: no quote has come yet.'),
  ageMs: t.Union([wholeNumber(0, 'Milliseconds, by the quote’s own time.', 210), t.Null()], {
    description: 'Milliseconds; null if there is no quote.',
  }),
}

const symbol = t.String({ description: 'In upper case.', examples: ['AAPL'] })

export const PRICE_AGES = t.Object(
  {
    wanted: wholeNumber(0, 'How many symbols the server needs; 200 at most are counted.', 2),
    fresh: wholeNumber(0, 'How many of them have a fresh quote.', 1),
    halted: wholeNumber(0, 'How many of them are halted.', 0),
    oldest: t.Array(t.Object({ symbol, ...QUOTE_AGE_FIELDS }, { additionalProperties: false }), {
      description: 'Those without a quote, then those with the oldest.',
      maxItems: OLDEST_MAX,
    }),
  },
  { additionalProperties: false, description: 'How old live prices are; none elsewhere.' },
)

export const encodePriceAges = ({ oldest, ...counts }: PriceAges) => ({
  ...counts,
  oldest: [...oldest],
})
