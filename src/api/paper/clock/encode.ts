/** Encodes the market's clock. */
import { toKst } from '../../../core/time'
import { encodePace } from '../../wire/pace'
import type { MarketTime, SessionEdge } from './service'

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
