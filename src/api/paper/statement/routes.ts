/** An account's statement over HTTP. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { StatementService } from './service'
import { encodeStatement, StatementSchema } from './wire'

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
