/** The cash, holdings and history of the account in use. */
import { answered, type Client } from '../../sdk'
import { polled } from './polled'

const EVERY_MS = 2_000
const HISTORY_EVERY_MS = 30_000

const readAccount = (client: Client) => answered(client.api.v1.account.get())
const readHoldings = (client: Client) => answered(client.api.v1.account.holdings.get())
const readProfit = (client: Client) => answered(client.api.paper.account.profit.get())
const readHistory = (client: Client) =>
  answered(client.api.paper.account.history.get({ query: { limit: 250 } }))

/** 24 hours in points of five minutes. */
const DAY_POINTS = 288
const readDay = (client: Client) =>
  answered(client.api.paper.account.history.get({ query: { interval: '5m', limit: DAY_POINTS } }))

export type Holding = Awaited<ReturnType<typeof readHoldings>>['holdings'][number]

export const account = polled(readAccount, EVERY_MS)
export const holdings = polled(readHoldings, EVERY_MS)
/** The profit since the beginning or the last reset, realized and not. */
export const profit = polled(readProfit, EVERY_MS)
/** A point at each close, and one for now. */
export const history = polled(readHistory, HISTORY_EVERY_MS)
/** The newest hours with an open session, in points of five minutes. */
export const dayHistory = polled(readDay, HISTORY_EVERY_MS)
