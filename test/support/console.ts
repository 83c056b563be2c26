/** A browser that visits the console: it keeps its cookie, and sends what its page would. */
import { sql } from 'drizzle-orm'
import { hashPassword } from '../../src/identity/secrets'
import { addUser } from '../../src/identity/users'
import { consoleSessions } from '../../src/postgres/schema/identity'
import { must } from './answers'
import type { Answer, Api, SentHeaders } from './api'
import { MONDAY_AT_TEN } from './trading-floor'

export const PASSWORD = 'correct horse battery'

export type Browser = ReturnType<typeof browserOf>

export function browserOf(api: Pick<Api, 'send'>) {
  let cookie: string | undefined
  let csrf: string | undefined

  async function send(method: string, path: string, body?: unknown, headers: SentHeaders = {}) {
    const answer = await api.send(method, `/console/api${path}`, {
      ...(body !== undefined && { body }),
      headers: {
        authorization: undefined,
        'x-service-request-id': undefined,
        cookie,
        'x-csrf-token': csrf,
        ...headers,
      },
    })
    const set = answer.headers.get('set-cookie')?.split(';', 1)[0]
    if (set !== undefined) cookie = set.endsWith('=') ? undefined : set
    if (typeof answer.body.csrf === 'string') csrf = answer.body.csrf
    return answer
  }

  return {
    send,
    get: (path: string, headers?: SentHeaders) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: SentHeaders) =>
      send('POST', path, body, headers),
    put: (path: string, body: unknown) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    signIn: (name: string, password = PASSWORD): Promise<Answer> =>
      send('POST', '/session', { name, password }),
    open: (code: string | null): Promise<Answer> => send('POST', '/session', { code }),
    signOut: () => send('DELETE', '/session'),
    /** The header of the session's requests to the API. */
    async bearer() {
      const { accessToken } = must(await send('POST', '/token'))
      return { authorization: `Bearer ${accessToken}` }
    },
    get cookie() {
      return cookie
    },
  }
}

let hashed: Promise<string> | undefined

/** No session can be stored while the work runs. */
export async function withoutNewSessions<T>(
  { database: { drizzle } }: Pick<Api, 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  const sessions = sql`alter table ${consoleSessions}`
  await drizzle.execute(sql`${sessions} add constraint "none" check (false) not valid`)
  try {
    return await work()
  } finally {
    await drizzle.execute(sql`${sessions} drop constraint "none"`)
  }
}

/** Their password is PASSWORD. */
export async function addConsoleUser(
  { database }: Pick<Api, 'database'>,
  name: string,
  operator = false,
): Promise<void> {
  hashed ??= hashPassword(PASSWORD)
  const user = { name, passwordHash: await hashed, operator, at: MONDAY_AT_TEN }
  await addUser(database.drizzle, user)
}
