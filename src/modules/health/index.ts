/** `GET /health` (D10): whether this process can serve, for load balancers; without a token. */
import { Elysia, status, t } from 'elysia'
import { oneOf } from '../../http/wire'

/** Rejects or answers false while the server cannot serve. */
export type Ready = () => Promise<boolean>

export const health = (ready: Ready) =>
  new Elysia({ name: 'modules.health', tags: ['Server'] }).get(
    '/health',
    async ({ set }) => {
      set.headers['cache-control'] = 'no-store'
      const canServe = await ready().catch(() => false)
      return canServe ? { status: 'ok' as const } : status(503, { status: 'unavailable' as const })
    },
    {
      response: {
        200: t.Object(
          { status: oneOf(['ok'], 'The server can serve.') },
          { additionalProperties: false, description: 'The server can serve.' },
        ),
        503: t.Object(
          { status: oneOf(['unavailable'], 'The server cannot serve.') },
          { additionalProperties: false, description: 'It cannot, for now.' },
        ),
      },
      detail: { operationId: 'getHealth', summary: 'Is the server able to serve?', security: [] },
    },
  )
