/** `/docs/stream.json`: what the stream says, for people and tools that read AsyncAPI. */
import { Elysia } from 'elysia'
import type { ReachedAt } from '../../../pipeline/reached-at'
import { asyncApi } from '../schema/asyncapi'

export const streamDocs = (version: string, reachedAt: ReachedAt) =>
  new Elysia({ name: 'modules.stream.docs' }).get(
    '/docs/stream.json',
    ({ request }) => {
      return Response.json(asyncApi(version, new URL(reachedAt(request) || 'http://localhost')))
    },
    { detail: { hide: true } },
  )
