/** The answer about the market's clock. */
import { t } from 'elysia'
import { OPEN_SESSIONS, type OpenSession, SESSIONS } from '../../../core/session'
import { toKst } from '../../../core/time'
import { answer, instantText, named, oneOf } from '../../../http/wire/schemas'
import { encodePace, PACE_FIELDS } from '../../wire/market'
import type { MarketTime, SessionEdge } from './service'

const edge = (description: string, session: OpenSession, at: string) =>
  t.Union(
    [
      named(
        'SessionEdge',
        t.Object(
          {
            session: oneOf(OPEN_SESSIONS, 'The session.', 'REGULAR'),
            at: instantText('When it opens or closes.'),
          },
          { additionalProperties: false },
        ),
      ),
      t.Null(),
    ],
    { description, examples: [{ session, at }] },
  )
const regularEdge = (description: string, at: string) =>
  t.Union([instantText(description, at), t.Null()], {
    description: `${description} Null if there is none.`,
    examples: [at],
  })

const TODAY = {
  date: '2026-03-02',
  sessions: [
    {
      session: 'REGULAR',
      openAt: '2026-03-02T23:30:00.000+09:00',
      closeAt: '2026-03-03T06:00:00.000+09:00',
    },
  ],
}
const today = named(
  'TradingDay',
  t.Object(
    {
      date: t.String({ description: 'YYYY-MM-DD, in New York.', format: 'date' }),
      sessions: t.Array(
        named(
          'SessionTimes',
          t.Object(
            {
              session: oneOf(OPEN_SESSIONS, 'The session.', 'REGULAR'),
              openAt: instantText('When it opens.'),
              closeAt: instantText('When it closes.', '2026-03-03T06:00:00.000+09:00'),
            },
            { additionalProperties: false },
          ),
        ),
        { description: 'In the order in which they open.' },
      ),
    },
    { additionalProperties: false },
  ),
)

// [clock.own-endpoint]
export const PaperClockSchema = {
  clock: named(
    'MarketTime',
    answer({
      now: instantText("The market's time."),
      simulated: t.Boolean({
        description: "Whether the clock is a simulated one, and not the system's.",
        examples: [true],
      }),
      ...PACE_FIELDS,
      session: oneOf(SESSIONS, 'The session that is on now.', 'REGULAR'),
      tradingDate: t.Union([t.String(), t.Null()], {
        description:
          'The date in New York that this session belongs to, or while CLOSED that of the next. ' +
          'Null if the market never opens again.',
        examples: ['2026-03-02'],
      }),
      nextOpening: edge(
        'The first opening of a session after now. Null if there is none.',
        'AFTER',
        '2026-03-03T06:00:00.000+09:00',
      ),
      nextClosing: edge(
        'The first close of a session after now: of the open session, if there is one. Null if ' +
          'there is none.',
        'REGULAR',
        '2026-03-03T06:00:00.000+09:00',
      ),
      nextRegularOpeningAt: regularEdge(
        'The first opening of REGULAR after now.',
        '2026-03-03T23:30:00.000+09:00',
      ),
      nextRegularClosingAt: regularEdge(
        'The first close of REGULAR after now.',
        '2026-03-03T06:00:00.000+09:00',
      ),
      // [clock.today]
      today: t.Union([today, t.Null()], {
        description:
          "The date in New York with its sessions, the evening's before among them. Null on a " +
          'date without trading.',
        examples: [TODAY],
      }),
    }),
  ),
}

export const encodeMarketTime = ({
  now,
  isSimulated,
  session,
  tradingDate,
  nextOpening,
  nextClosing,
  nextRegularOpening,
  nextRegularClosing,
  today,
  ...pace
}: MarketTime) => ({
  now: toKst(now),
  simulated: isSimulated,
  ...encodePace(pace),
  session,
  tradingDate: tradingDate?.toString() ?? null,
  nextOpening: encodeEdge(nextOpening),
  nextClosing: encodeEdge(nextClosing),
  nextRegularOpeningAt: nextRegularOpening && toKst(nextRegularOpening.at),
  nextRegularClosingAt: nextRegularClosing && toKst(nextRegularClosing.at),
  today: today && {
    date: today.date.toString(),
    sessions: today.sessions.map(({ session, opensAt, closesAt }) => ({
      session,
      openAt: toKst(opensAt),
      closeAt: toKst(closesAt),
    })),
  },
})

const encodeEdge = (edge: SessionEdge | null) =>
  edge && { session: edge.session, at: toKst(edge.at) }
