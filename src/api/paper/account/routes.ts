/** An account's profit, history and statement over HTTP. */
import { CANDLE_LIMIT_DEFAULT } from '../../../core/limits'
import { isRefused } from '../../../core/refusals'
import { encoded, endpoint } from '../../../http/endpoint'
import type { HistoryService } from './history'
import type { ProfitService, StatementService } from './statement'
import {
  encodeHistory,
  encodeProfit,
  encodeStatement,
  HistorySchema,
  ProfitSchema,
  StatementSchema,
} from './wire'

export const profitEndpoints = (service: ProfitService) =>
  [
    // [paper.profit]
    endpoint({
      id: 'getAccountProfit',
      method: 'GET',
      path: '/paper/account/profit',
      tag: 'Paper',
      summary: 'Read the profit so far: what sales have realized, and what the holdings would',
      description:
        'Since the account was made, or since its last reset. A sale realizes what it pays ' +
        'beyond the average cost of its shares.',
      auth: 'bearer',
      account: 'or-404',
      answer: ProfitSchema,
      run: ({ accountId }) => encoded(service.find(accountId), encodeProfit),
    }),
  ] as const

export const historyEndpoints = (service: HistoryService) =>
  [
    // [paper.history]
    endpoint({
      id: 'getAccountHistory',
      method: 'GET',
      path: '/paper/account/history',
      tag: 'Paper',
      summary: 'Read what the account was worth over time',
      description:
        'Each point is what `GET /v1/account` would have answered then: since the account ' +
        'was made or, with a simulated clock, since its market began. 50 sessions of an ' +
        'instrument, of which prices are read, count as another request, and so do 100 fills ' +
        'since the first point.',
      auth: 'bearer',
      account: 'or-404',
      query: HistorySchema.query,
      answer: HistorySchema.history,
      refusals: ['invalid-range', 'invalid-cursor'],
      async run({ accountId, charge, query: { interval = '1d', from, to, limit, cursor } }) {
        const historyQuery = {
          interval,
          from: from ?? null,
          to: to ?? null,
          limit: limit ?? CANDLE_LIMIT_DEFAULT,
          cursor: cursor ?? null,
        }
        const found = await service.find(accountId, historyQuery, charge)
        return isRefused(found) ? found : encodeHistory(found)
      },
    }),
  ] as const

/** The statement of an account, from its first change up to now. */
export const statementFile =
  (service: StatementService) =>
  async (
    accountId: string,
    language: 'en' | 'ko',
    charge: (requests: number) => void,
    range: Parameters<StatementService['read']>[1] = { from: null, to: null },
  ) => {
    const found = await service.read(accountId, range, charge)
    if (isRefused(found)) return found
    const name = `statement-${accountId}.csv`
    return { name, type: 'text/csv; charset=utf-8', text: encodeStatement(found, language) }
  }

export const statementEndpoints = (service: StatementService) =>
  [
    // [paper.statement] [paper.statement-cut]
    endpoint({
      id: 'getAccountStatement',
      method: 'GET',
      path: '/paper/account/statement.csv',
      tag: 'Paper',
      summary: "Read the account's statement as CSV",
      description:
        'Its cash and shares at the beginning, every fill and every reset, and what it has ' +
        'at the end, at the market’s prices. `quantity` and `amount` are what came, or below ' +
        '0 went: the cash at the beginning and all amounts are the cash at the end. 100 ' +
        'fills count as another request.',
      auth: 'bearer',
      account: 'or-404',
      query: StatementSchema.query,
      answer: StatementSchema.statement,
      refusals: ['invalid-range'],
      async run(call) {
        const { from = null, to = null, language = 'en' } = call.query
        const make = statementFile(service)
        const file = await make(call.accountId, language, call.charge, { from, to })
        return isRefused(file) ? file : call.sendFile(file)
      },
    }),
  ] as const
