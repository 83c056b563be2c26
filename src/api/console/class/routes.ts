/** What a teacher sees of all users' accounts [console.class] [console.operator]. */
import { Elysia, t } from 'elysia'
import { isRefused, type Refused, refused } from '../../../core/refusals'
import type { ConsoleSession } from '../../../identity/sessions'
import type { ConsoleGates } from '../../pipeline/console-gate'
import type { AnswerFile } from '../../wire/file'
import { FAILURES, refusals } from '../../wire/refusal'
import { oneOf } from '../../wire/schemas'
import { encodeClassAccount } from './encode'
import { ClassSchema } from './schema'
import type { ClassService } from './service'

export type StatementFile = (
  accountId: string,
  language: 'en' | 'ko',
  charge: (requests: number) => void,
) => Promise<AnswerFile | Refused>

const REFUSALS_OF_CLASS = [
  ...(['host-repeated', 'request-id-invalid', 'host-not-allowed', 'page-not-allowed'] as const),
  ...(['rate-limit-exceeded', 'session-required', 'csrf-token-invalid'] as const),
  ...(['operator-required', 'unknown-parameter', 'invalid-parameter'] as const),
  ...FAILURES,
] as const

export const classRoutes = (
  service: ClassService,
  statementFile: StatementFile,
  gates: ConsoleGates<ConsoleSession>,
) =>
  new Elysia({ name: 'api.console.class', prefix: '/console/api', detail: { hide: true } })
    .use(gates.operator)
    .get(
      '/class',
      async ({ context }) => {
        const { accounts, more } = await service.read()
        return context.answer({ accounts: accounts.map(encodeClassAccount), more })
      },
      { response: { 200: ClassSchema.accounts, ...refusals(...REFUSALS_OF_CLASS) } },
    )
    .get(
      '/class/:accountId/statement.csv',
      async ({ context, params: { accountId }, query: { language = 'en' } }) => {
        const file = await statementFile(accountId, language, context.charge)
        // Any refusal here is of an account that is not there.
        return isRefused(file)
          ? context.refuse(refused('own-account-not-found', { accountId }))
          : context.file(file)
      },
      {
        params: ClassSchema.accountParams,
        query: t.Object(
          { language: t.Optional(oneOf(['en', 'ko'], 'Of the headings.')) },
          { additionalProperties: false },
        ),
        response: {
          200: ClassSchema.statement,
          ...refusals(...REFUSALS_OF_CLASS, 'own-account-not-found'),
        },
      },
    )
