/** The clock: its requests and answers. */
import { t } from 'elysia'
import { MARKET_SPEED_MAX } from '../../../core/limits'
import { SESSIONS } from '../../../core/session'
import { PACE_FIELDS } from '../../wire/pace'
import {
  answer,
  body,
  bodyInstant,
  instantText,
  named,
  oneOf,
  optional,
  wholeNumber,
} from '../../wire/schemas'

/** How the clock stands. */
const CLOCK = {
  now: instantText("The market's time."),
  ...PACE_FIELDS,
  advancingTo: t.Union([instantText('The target.'), t.Null()], {
    description: 'The target of an advance that is under way; null without one.',
    examples: ['2026-03-02T23:35:00.000+09:00'],
  }),
  session: oneOf(SESSIONS, "The market's session."),
  tradingDate: t.Union([t.String(), t.Null()], {
    description:
      'Of the session, in New York; while CLOSED, of the session that opens next. Null after ' +
      'the last imported bar, when no session opens any more.',
    examples: ['2026-03-02'],
  }),
}

export const ClockSchema = {
  moveClock: body({
    advance: optional(
      t.String({
        description:
          'How far forward: an ISO 8601 duration, counted on the calendar and clock of New York, ' +
          'so that P1D leads to the same time of the next day even when daylight saving changes.',
        examples: ['PT90S'],
      }),
    ),
    to: optional(bodyInstant('The target.')),
    speed: optional(
      t.Number({
        minimum: 0,
        maximum: MARKET_SPEED_MAX,
        description: 'Market seconds per second; 0 stands still until it is advanced.',
        'x-expects': `a JSON number from 0 to ${MARKET_SPEED_MAX}`,
      }),
    ),
  }),
  clock: named('SandboxClock', answer(CLOCK)),
  movedClock: named(
    'SandboxMovedClock',
    answer({
      ...CLOCK,
      accounts: t.Array(
        t.Object({
          accountId: t.String({
            description: 'The account.',
            examples: ['acc_37D32AC6199BF55B'],
          }),
          lastSeq: wholeNumber(0, 'How many events it has: the number of its last one.', 17),
        }),
        {
          description:
            'The accounts with order events at or after the instant that the clock stood at, the ' +
            "latest first and at most 1,000: those of the client, or all with the sandbox's key. " +
            'A reader of the stream that has the event of this number has seen everything up to ' +
            'the new time.',
        },
      ),
    }),
  ),
}
