/** An account's statement over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import type { Gate } from '../../pipeline/gate'
import { ACCOUNT_OR_404_REFUSALS } from '../../pipeline/request-context'
import { EVERY_CALL, refusals } from '../../wire/refusal'
import { encodeStatement } from './encode'
import { StatementSchema } from './schema'
import type { StatementService } from './service'

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

export const statementRoutes = (service: StatementService, gate: Gate) =>
  new Elysia({ name: 'api.paper.statement', prefix: '/account', tags: ['Paper'] })
    .use(gate)
    // [paper.statement]
    .get(
      '/statement.csv',
      // [paper.statement-cut]
      ({ context, query: { from, to, language = 'en' } }) =>
        context.fileForAccountOr404((accountId) =>
          statementFile(service)(accountId, language, context.charge, {
            from: from ?? null,
            to: to ?? null,
          }),
        ),
      {
        query: StatementSchema.query,
        response: {
          200: StatementSchema.statement,
          ...refusals(...EVERY_CALL, ...ACCOUNT_OR_404_REFUSALS, 'invalid-range'),
        },
        detail: {
          operationId: 'getAccountStatement',
          summary: "Read the account's statement as CSV",
          description:
            'Its cash and shares at the beginning, every fill and every reset, and what it has ' +
            'at the end, at the market’s prices. `quantity` and `amount` are what came, or below ' +
            '0 went: the cash at the beginning and all amounts are the cash at the end. 100 ' +
            'fills count as another request.',
        },
      },
    )
