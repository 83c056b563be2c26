/** Encodes the sandbox's answers. */
import type { Instrument } from '../../core/instrument'
import { decimalString } from '../../core/money'
import { toKst } from '../../core/time'
import type { CreatedKey } from '../../identity/keys'
import { encodePace } from '../wire/pace'
import type { MadeAccount } from './clients'
import type { MovedClock } from './clock'
import type { ClockReading, ResetAccount, StandingPin } from './service'
import type { Snapshot } from './snapshots'

export const encodeClock = ({ now, advancingTo, session, tradingDate, ...pace }: ClockReading) => ({
  now: toKst(now),
  ...encodePace(pace),
  advancingTo: advancingTo && toKst(advancingTo),
  session,
  tradingDate: tradingDate?.toString() ?? null,
})

export const encodeMovedClock = ({ accounts, ...reading }: MovedClock) => ({
  ...encodeClock(reading),
  accounts: accounts.map(({ accountId, lastSeq }) => ({ accountId, lastSeq })),
})

export const encodePin = ({
  symbol,
  bidPrice,
  bidSize,
  askPrice,
  askSize,
  pinnedAt,
}: StandingPin) => ({
  symbol,
  pinned: true,
  bidPrice: decimalString(bidPrice),
  bidSize: bidSize.toFixed(),
  askPrice: decimalString(askPrice),
  askSize: askSize.toFixed(),
  pinnedAt: toKst(pinnedAt),
})

export const encodeControls = ({ symbol, tradable, dayMarketTradable }: Instrument) => ({
  symbol,
  tradable,
  dayMarketTradable,
})

export const encodeReset = ({ accountId, cash, canceled, requestedAt }: ResetAccount) => ({
  accountId,
  cashAmount: decimalString(cash),
  canceledOrderIds: canceled.map(({ orderId }) => orderId),
  requestedAt: toKst(requestedAt),
})

export const encodeMadeAccount = ({
  accountId,
  clientId,
  initialCash,
  fillProfile,
}: MadeAccount) => ({
  accountId,
  clientId,
  cashAmount: decimalString(initialCash),
  fillProfile,
})

export const encodeMadeClient = ({
  clientId,
  clientSecret,
  scope,
  name,
  accountIds,
}: CreatedKey) => ({ clientId, clientSecret, scope, name, accountIds: [...accountIds] })

export const encodeSnapshot = ({ snapshotId, now }: Snapshot) => ({ snapshotId, now: toKst(now) })
