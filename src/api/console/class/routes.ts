/** The leaderboard of all users' accounts, for a teacher [console.class] [console.operator]. */
import { t } from 'elysia'
import { isRefused, type Refused, refused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { AnswerFile } from '../../../http/wire/file'
import { query } from '../../../http/wire/query'
import { oneOf } from '../../../http/wire/schemas'
import type { ClassService } from './service'
import { ClassSchema, encodeClassAccount } from './wire'

type StatementFile = (
  accountId: string,
  language: 'en' | 'ko',
  charge: (requests: number) => void,
) => Promise<AnswerFile | Refused>

export const classEndpoints = (service: ClassService, statementFile: StatementFile) =>
  [
    endpoint({
      id: 'getClass',
      method: 'GET',
      path: '/console/api/class',
      auth: 'operator',
      answer: ClassSchema.accounts,
      async run() {
        const { accounts, more } = await service.read()
        return { accounts: accounts.map(encodeClassAccount), more }
      },
    }),
    endpoint({
      id: 'getClassStatement',
      method: 'GET',
      path: '/console/api/class/:accountId/statement.csv',
      auth: 'operator',
      params: ClassSchema.accountParams,
      query: query({ language: t.Optional(oneOf(['en', 'ko'], 'Of the headings.')) }),
      answer: ClassSchema.statement,
      refusals: ['own-account-not-found'],
      async run(call) {
        const { accountId } = call.params
        const file = await statementFile(accountId, call.query.language ?? 'en', call.charge)
        // Each refusal here means an unknown account.
        return isRefused(file)
          ? refused('own-account-not-found', { accountId })
          : call.sendFile(file)
      },
    }),
  ] as const
