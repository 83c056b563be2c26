/** The accounts of all users by their worth [console.leaderboard] [console.operator]. */
import { t } from 'elysia'
import { isRefused, type Refused, refused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { AnswerFile } from '../../../http/wire/file'
import { query } from '../../../http/wire/query'
import { oneOf } from '../../../http/wire/schemas'
import type { LeaderboardService } from './service'
import { encodeRankedAccount, LeaderboardSchema } from './wire'

type StatementFile = (
  accountId: string,
  language: 'en' | 'ko',
  charge: (requests: number) => void,
) => Promise<AnswerFile | Refused>

export const leaderboardEndpoints = (service: LeaderboardService, statementFile: StatementFile) =>
  [
    endpoint({
      id: 'getLeaderboard',
      method: 'GET',
      path: '/console/api/leaderboard',
      auth: 'operator',
      answer: LeaderboardSchema.accounts,
      async run() {
        const { accounts, more } = await service.read()
        return { accounts: accounts.map(encodeRankedAccount), more }
      },
    }),
    endpoint({
      id: 'getLeaderboardStatement',
      method: 'GET',
      path: '/console/api/leaderboard/:accountId/statement.csv',
      auth: 'operator',
      params: LeaderboardSchema.accountParams,
      query: query({ language: t.Optional(oneOf(['en', 'ko'], 'The language of the headings.')) }),
      answer: LeaderboardSchema.statement,
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
