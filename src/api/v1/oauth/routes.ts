/** The token endpoint over HTTP. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import type { TokenIssuer } from '../../../identity/token-issuer'
import { formBody } from '../../pipeline/body'
import type { TokenGate } from '../../pipeline/gate'
import { FAILURES, refusals } from '../../wire/refusal'
import { TokenSchema } from './schema'

export const tokenRoutes = (service: TokenIssuer, gate: TokenGate) =>
  new Elysia({ name: 'api.oauth', prefix: '/oauth', tags: ['Authentication'] }).use(gate).post(
    '/token',
    async ({ body, context, set }) => {
      set.headers['cache-control'] = 'no-store' // [token.no-store]
      const issued = await service.issue(body)
      return isRefused(issued) && issued.refused === 'invalid-client'
        ? context.refuseStranger(issued)
        : context.answer(issued)
    },
    {
      parse: formBody,
      body: TokenSchema.request,
      response: {
        200: TokenSchema.answer,
        // [statuses.token]
        ...refusals(
          'host-repeated',
          'request-id-required',
          'request-id-invalid',
          'rate-limit-exceeded',
          'unsupported-content-type',
          'body-too-large',
          'malformed-body',
          'missing-parameter',
          'unknown-parameter',
          'invalid-parameter',
          'unsupported-grant-type',
          'invalid-client',
          'client-disabled',
          'account-not-found',
          ...FAILURES,
        ),
      },
      detail: { operationId: 'issueToken', summary: 'Get an access token', security: [] },
    },
  )
