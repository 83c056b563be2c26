/** Signing in and out of the console, and the session's token for /v1. */
import { isRefused, refused } from '../../../../core/refusals'
import { toKst } from '../../../../core/time'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import { endpoint } from '../../../pipeline/endpoint'
import {
  browserMarkCookie,
  browserMarkOf,
  csrfTokenOf,
  noSessionCookie,
  sessionCookie,
} from '../../../pipeline/session-cookie'
import { signInAttempts } from '../../../pipeline/sign-in-attempts'
import { sentFields } from '../../../wire/schemas'
import { decodePassword, decodeSignIn } from '../decode'
import { encodeUser } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'

export interface SessionParts {
  readonly identity: ConsoleIdentity
  readonly service: ConsoleService
  readonly publicUrl: string | null
  readonly elapsedMs: () => number
}

const SESSION = { path: '/console/api/session' } as const

export const sessionEndpoints = ({ identity, service, publicUrl, elapsedMs }: SessionParts) => {
  const attempts = signInAttempts(elapsedMs)

  const encoded = ({ user, expiresAt }: ConsoleSession, sessionId: string) => ({
    user: encodeUser(user),
    csrf: csrfTokenOf(sessionId),
    sandbox: service.hasSandbox,
    canStartOpen: service.canStartOpen,
    expiresAt: toKst(expiresAt),
  })

  /** Begins the session in the browser: its cookie, and the mark of its browser. */
  async function begin(
    call: { readonly request: Request; cookies: readonly string[] },
    id: string,
  ) {
    const session = await identity.findSession(id)
    if (session === undefined) return refused('session-required')
    const reached = { request: call.request, publicUrl }
    const own = sessionCookie(reached, id)
    const mark = await identity.browserMark(session)
    call.cookies = mark === null ? [own] : [own, browserMarkCookie(reached, mark)]
    return encoded(session, id)
  }

  return [
    // [console.session]
    endpoint({
      ...SESSION,
      id: 'getConsoleSession',
      method: 'GET',
      auth: 'visitor',
      answer: ConsoleSchema.session,
      run: ({ client }) =>
        client === null ? refused('session-required') : encoded(client.session, client.sessionId),
    }),
    endpoint({
      ...SESSION,
      id: 'signIn',
      method: 'POST',
      auth: 'visitor',
      body: ConsoleSchema.signIn,
      answer: ConsoleSchema.session,
      refusals: ['sign-in-failed', 'sign-in-link-invalid'],
      read: ({ body }) => decodeSignIn(sentFields(body)),
      async run(call) {
        const { input: asked, client, address, request } = call
        const name = 'name' in asked ? asked.name.normalize('NFC') : null
        const mark = browserMarkOf({ request, publicUrl }) ?? ''
        const isKnown = name !== null && (await identity.knowsBrowser(name, mark))
        const attempt = { address, name, browser: isKnown ? mark : null }
        const tooMany = attempts.count(attempt) // [console.attempts]
        if (tooMany !== undefined) return tooMany
        const sessionId =
          'code' in asked
            ? await identity.redeem(asked.code)
            : await identity.signIn(asked.name, asked.password)
        if (typeof sessionId === 'object') return sessionId
        attempts.succeeded(attempt)
        const begun = await begin(call, sessionId)
        // What this browser had before ends: nobody goes on in a session that they did not begin.
        if (!isRefused(begun) && client !== null) await identity.signOut(client.session)
        return begun
      },
    }),
    endpoint({
      ...SESSION,
      id: 'signOut',
      method: 'DELETE',
      auth: 'user',
      answer: ConsoleSchema.signedOut,
      async run(call) {
        await identity.signOut(call.client.session)
        call.cookies = [noSessionCookie({ request: call.request, publicUrl })]
        return { signedOut: true }
      },
    }),
    // [console.token]
    endpoint({
      id: 'issueConsoleToken',
      method: 'POST',
      path: '/console/api/token',
      auth: 'user',
      answer: ConsoleSchema.token,
      run: ({ client }) => service.issueToken(client.session),
    }),
    endpoint({
      id: 'changePassword',
      method: 'PUT',
      path: '/console/api/password',
      auth: 'user',
      body: ConsoleSchema.changePassword,
      answer: ConsoleSchema.session,
      refusals: ['sign-in-failed'],
      read: ({ body }) => decodePassword(sentFields(body).password),
      async run(call) {
        const { client, address, input } = call
        // Nobody who guesses the password elsewhere keeps the session from changing it.
        const { user, sessionHash } = client.session
        const tooMany = attempts.count({ address, name: user.name, browser: sessionHash })
        if (tooMany !== undefined) return tooMany
        const { current } = sentFields(call.body)
        const sessionId = await identity.changePassword(client.session, current, input.password)
        return typeof sessionId === 'object' ? sessionId : begin(call, sessionId)
      },
    }),
  ] as const
}
