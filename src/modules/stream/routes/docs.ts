/** `/docs/stream.json`: what the stream says, for people and tools that read AsyncAPI. */
import { Elysia } from 'elysia'
import { asyncApi } from '../model/asyncapi'

export const streamDocs = (version: string) =>
  new Elysia({ name: 'modules.stream.docs' }).get(
    '/docs/stream.json',
    ({ request }) => {
      const { host, protocol } = new URL(request.url)
      return Response.json(asyncApi(version, host, protocol === 'https:'))
    },
    { detail: { hide: true } },
  )
