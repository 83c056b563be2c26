/** Signing in and out of the console, and the session's token for /v1. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import { toKst } from '../../../../core/time'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import { jsonBody } from '../../../pipeline/body'
import type { ConsoleGates } from '../../../pipeline/console-gate'
import {
  browserMarkCookie,
  browserMarkOf,
  csrfTokenOf,
  noSessionCookie,
  sessionCookie,
} from '../../../pipeline/session-cookie'
import type { SignInAttempts } from '../../../pipeline/sign-in-attempts'
import { refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { decodePassword, decodeSignIn } from '../decode'
import { encodeUser } from '../encode'
import { ConsoleSchema } from '../schema'
import type { ConsoleService } from '../service'
import { EVERY_CHANGE, EVERY_READ } from './responses'

export interface SessionParts {
  readonly gates: ConsoleGates<ConsoleSession>
  readonly identity: ConsoleIdentity
  readonly service: ConsoleService
  readonly attempts: SignInAttempts
  readonly publicUrl: string | null
}

export const sessionRoutes = ({ gates, identity, service, attempts, publicUrl }: SessionParts) => {
  const encoded = ({ user, expiresAt }: ConsoleSession, sessionId: string) => ({
    user: encodeUser(user),
    csrf: csrfTokenOf(sessionId),
    sandbox: service.hasSandbox,
    canStartOpen: service.canStartOpen,
    expiresAt: toKst(expiresAt),
  })

  /** The cookies of a new session: its own, and the mark of its browser. */
  async function cookiesOf(
    reached: { readonly request: Request; readonly publicUrl: string | null },
    session: ConsoleSession,
    sessionId: string,
  ): Promise<string[]> {
    const mark = await identity.browserMark(session)
    const own = sessionCookie(reached, sessionId)
    return mark === null ? [own] : [own, browserMarkCookie(reached, mark)]
  }

  const anybody = new Elysia({ name: 'api.console.session.anybody' })
    .use(gates.anybody)
    // [console.session]
    .get(
      '/session',
      ({ context, signed }) =>
        signed === undefined
          ? context.refuse({ refused: 'session-required' })
          : context.answer(encoded(signed.session, signed.sessionId)),
      { response: { 200: ConsoleSchema.session, ...refusals(...EVERY_READ) } },
    )
    .post(
      '/session',
      async ({ context, signed, address, body, request, set }) => {
        const asked = decodeSignIn(sentFields(body))
        if (isRefused(asked)) return context.refuse(asked)
        const name = 'name' in asked ? asked.name.normalize('NFC') : null
        const mark = browserMarkOf({ request, publicUrl }) ?? ''
        const isKnown = name !== null && (await identity.knowsBrowser(name, mark))
        const attempt = { address, name, browser: isKnown ? mark : null }
        const tooMany = attempts.count(attempt) // [console.attempts]
        if (tooMany !== undefined) return context.refuse(tooMany)
        const sessionId =
          'code' in asked
            ? await identity.redeem(asked.code)
            : await identity.signIn(asked.name, asked.password)
        if (typeof sessionId === 'object') return context.refuse(sessionId)
        attempts.succeeded(attempt)
        const session = await identity.findSession(sessionId)
        if (session === undefined) return context.refuse({ refused: 'session-required' })
        // What this browser had before ends: nobody goes on in a session that they did not begin.
        if (signed !== undefined) await identity.signOut(signed.session)
        set.headers['set-cookie'] = await cookiesOf({ request, publicUrl }, session, sessionId)
        return context.answer(encoded(session, sessionId))
      },
      {
        parse: jsonBody,
        body: ConsoleSchema.signIn,
        response: {
          200: ConsoleSchema.session,
          ...refusals(...EVERY_CHANGE, 'sign-in-failed', 'sign-in-link-invalid'),
        },
      },
    )

  const user = new Elysia({ name: 'api.console.session.user' })
    .use(gates.user)
    .delete(
      '/session',
      async ({ context, signed, request, set }) => {
        await identity.signOut(signed.session)
        set.headers['set-cookie'] = noSessionCookie({ request, publicUrl })
        return context.answer({ signedOut: true })
      },
      { response: { 200: ConsoleSchema.signedOut, ...refusals(...EVERY_READ) } },
    )
    // [console.token]
    .post(
      '/token',
      async ({ context, signed }) => context.answer(await service.issueToken(signed.session)),
      { response: { 200: ConsoleSchema.token, ...refusals(...EVERY_READ) } },
    )
    .put(
      '/password',
      async ({ context, signed, address, body, request, set }) => {
        const { current, password } = sentFields(body)
        const wanted = decodePassword(password)
        if (isRefused(wanted)) return context.refuse(wanted)
        // Nobody who guesses the password elsewhere keeps the session from changing it.
        const { user, sessionHash } = signed.session
        const tooMany = attempts.count({ address, name: user.name, browser: sessionHash })
        if (tooMany !== undefined) return context.refuse(tooMany)
        const sessionId = await identity.changePassword(signed.session, current, wanted.password)
        if (typeof sessionId === 'object') return context.refuse(sessionId)
        const session = await identity.findSession(sessionId)
        if (session === undefined) return context.refuse({ refused: 'session-required' })
        set.headers['set-cookie'] = await cookiesOf({ request, publicUrl }, session, sessionId)
        return context.answer(encoded(session, sessionId))
      },
      {
        parse: jsonBody,
        body: ConsoleSchema.changePassword,
        response: { 200: ConsoleSchema.session, ...refusals(...EVERY_CHANGE, 'sign-in-failed') },
      },
    )

  return new Elysia({ name: 'api.console.session' }).use(anybody).use(user)
}
