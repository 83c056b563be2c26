/** The token endpoint over HTTP. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../../http/endpoint'
import type { TokenIssuer } from '../../../identity/tokens'
import { TokenSchema } from './wire'

export const tokenEndpoints = (service: TokenIssuer) =>
  [
    // [statuses.token]
    endpoint({
      id: 'issueToken',
      method: 'POST',
      path: '/v1/oauth/token',
      tag: 'Authentication',
      summary: 'Get an access token',
      auth: 'form',
      limit: 'token',
      noStore: true, // [token.no-store]
      body: TokenSchema.request,
      bodyKind: 'form',
      answer: TokenSchema.answer,
      refusals: [
        'unsupported-grant-type',
        'invalid-client',
        'client-disabled',
        'account-not-found',
      ],
      async run(call) {
        const issued = await service.issue(call.body)
        const isStranger = isRefused(issued) && issued.refused === 'invalid-client'
        return isStranger ? call.refuseBadCredentials(issued) : issued
      },
    }),
  ] as const
