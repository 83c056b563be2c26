/** GET /paper/account/statement.csv that fails after its headers were sent. */
import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Answered } from '../../../src/http/call'
import { DiskFull } from '../../../src/postgres/errors'
import { openApi } from '../../support/api'
import { freshDatabase } from '../../support/database'
import { failing, lostConnection } from '../../support/faulty-database'

const FILE = JSON.stringify(join(import.meta.dir, '../../../src/http/respond'))
const logged: Answered[] = []
const { database, failWith } = failing(await freshDatabase())
const api = await openApi({
  database,
  answered: (one) => void logged.push(one),
})
const bearer = await api.bearerOf()
afterEach(() => failWith(null))

/** Reads the first piece of a statement. */
async function begun() {
  logged.length = 0
  const headers = { ...bearer, 'x-service-request-id': 'statement' }
  const url = 'http://localhost/paper/account/statement.csv'
  const answer = await api.app.handle(new Request(url, { headers }))
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  if (reader === undefined) throw new Error('the statement has no body')
  await reader.read()
  return reader
}

/** Reads every further piece; rejects if the connection is cut. */
async function rest(reader: Awaited<ReturnType<typeof begun>>): Promise<void> {
  while (!(await reader.read()).done);
}

describe('GET /paper/account/statement.csv that cannot be sent to its end', () => {
  test.each([
    ['a lost database', lostConnection(), 'server-busy'],
    ['a full disk', new DiskFull('no space left'), 'storage-full'],
    ['a bug', new Error('a bug'), 'internal-error'],
  ] as const)(
    '[paper.statement-cut] [run.log-requests] is cut off by %s, reported, and logged as a request that failed',
    async (_, error, code) => {
      const reader = await begun()
      expect(logged).toEqual([])
      failWith(error)
      await expect(rest(reader)).rejects.toBeUndefined()
      expect(api.failures.splice(0)).toEqual([
        // Drizzle's own error, which wraps the database's.
        expect.objectContaining({
          requestId: 'statement',
          method: 'GET',
          path: '/paper/account/statement.csv',
          error: expect.objectContaining({ cause: error }),
        }),
      ])
      expect(logged).toEqual([
        expect.objectContaining({
          method: 'GET',
          route: '/paper/account/statement.csv',
          clientId: 'pk_test',
          status: 500,
          refusedAs: code,
          requestId: 'statement',
        }),
      ])
    },
  )

  test('[run.log-requests] is logged once, with status 200, when it was sent, or its reader has left', async () => {
    await rest(await begun())
    expect(logged.map(({ status }) => status)).toEqual([200])
    const reader = await begun()
    await reader.cancel()
    expect(logged.map(({ status }) => status)).toEqual([200])
    expect(api.failures).toEqual([])
  })

  test('[paper.statement-cut] [run.log] is cut off for its client, and puts nothing into the log by itself', async () => {
    const serving = `
      import { fileResponse } from ${FILE}
      async function* text() { yield 'a line'; throw new Error('a bug') }
      const sending = { ended() {}, failed: (error) => console.log(error.message) }
      const fetch = () => fileResponse({ name: 'x', type: 'text/csv', text: text() }, {}, sending)
      const server = Bun.serve({ port: 0, fetch })
      const sent = await globalThis.fetch(server.url).then((answer) => answer.text())
        .catch(() => 'cut off')
      console.log(sent)
      await server.stop(true)`
    const child = Bun.spawn([process.execPath, '-e', serving], { stdout: 'pipe', stderr: 'pipe' })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([await child.exited, out, err]).toEqual([0, 'a bug\ncut off\n', ''])
  })
})
