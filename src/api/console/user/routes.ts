/**
 * The console's own API below /console/api: what its pages need besides /v1. It changes with the
 * pages, so it is in no document; programs have keys and /v1.
 */
import { t } from 'elysia'
import { isRefused, type Refused, refused } from '../../../core/refusals'
import { toKst } from '../../../core/time'
import {
  browserMarkCookie,
  browserMarkOf,
  csrfTokenOf,
  noSessionCookie,
  sessionCookie,
  signInAttempts,
} from '../../../http/console-session'
import { encoded, endpoint } from '../../../http/endpoint'
import type { AnswerFile } from '../../../http/respond'
import { query } from '../../../http/wire/query'
import { decodeInitialCash, oneOf, sentFields } from '../../../http/wire/schemas'
import type { ConsoleIdentity } from '../../../identity/console'
import type { ConsoleSession } from '../../../identity/sessions'
import { encodeReset } from '../../wire/reset'
import type { ConsoleService, LeaderboardService } from './service'
import {
  ConsoleSchema,
  decodeName,
  decodePassword,
  decodeSignIn,
  encodeClient,
  encodeListedUser,
  encodeOwnAccount,
  encodeRankedAccount,
  encodeStart,
  encodeUser,
  LeaderboardSchema,
} from './wire'

interface SessionParts {
  readonly identity: ConsoleIdentity
  readonly service: ConsoleService
  readonly publicUrl: string | null
  readonly elapsedMs: () => number
}

const SESSION = { path: '/console/api/session' } as const

type Attempts = ReturnType<typeof signInAttempts>
type SessionStart = ReturnType<typeof sessionStart>

/** Begins a session in a browser, and describes it. */
function sessionStart({ identity, service, publicUrl }: SessionParts) {
  const encoded = ({ user, expiresAt }: ConsoleSession, sessionId: string) => ({
    user: encodeUser(user),
    csrf: csrfTokenOf(sessionId),
    sandbox: service.hasSandbox,
    canStartOpen: service.canStartOpen,
    expiresAt: toKst(expiresAt),
  })

  /** Sets the cookies of the session and of its browser. */
  async function begin(
    call: { readonly request: Request; cookies: readonly string[] },
    id: string,
  ) {
    const session = await identity.findSession(id)
    if (session === undefined) return refused('session-required')
    const browser = { request: call.request, publicUrl }
    const own = sessionCookie(browser, id)
    const mark = await identity.browserMark(session)
    call.cookies = mark === null ? [own] : [own, browserMarkCookie(browser, mark)]
    return encoded(session, id)
  }

  return { encoded, begin }
}

/** Reads, begins and ends the session of a browser. */
const signInEndpoints = (
  { identity, publicUrl }: SessionParts,
  { encoded, begin }: SessionStart,
  attempts: Attempts,
) =>
  [
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
        const { input: sent, client, address, request } = call
        const name = 'name' in sent ? identity.typedName(sent.name) : null
        const mark = browserMarkOf({ request, publicUrl }) ?? ''
        const isKnown = name !== null && (await identity.isBrowserOf(name, mark))
        const attempt = { address, name, browser: isKnown ? mark : null }
        const tooMany = attempts.count(attempt) // [console.attempts]
        if (tooMany !== undefined) return tooMany
        const sessionId =
          'code' in sent
            ? await identity.redeem(sent.code)
            : await identity.signIn(identity.typedName(sent.name), sent.password)
        if (typeof sessionId === 'object') return sessionId
        attempts.succeeded(attempt)
        const session = await begin(call, sessionId)
        // Ends the session before, so that nobody continues in one that they did not begin.
        if (!isRefused(session) && client !== null) await identity.signOut(client.session)
        return session
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
  ] as const

/** Uses of a session: a token, and a change of password. */
const signedInEndpoints = (
  { identity, service }: SessionParts,
  { begin }: SessionStart,
  attempts: Attempts,
) =>
  [
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
        // A count per session: guesses of the password elsewhere do not block this change.
        const { user, sessionHash } = client.session
        const tooMany = attempts.count({ address, name: user.name, browser: sessionHash })
        if (tooMany !== undefined) return tooMany
        const { current } = sentFields(call.body)
        const sessionId = await identity.changePassword(client.session, current, input.password)
        return typeof sessionId === 'object' ? sessionId : begin(call, sessionId)
      },
    }),
  ] as const

const sessionEndpoints = (parts: SessionParts) => {
  const start = sessionStart(parts)
  const attempts = signInAttempts(parts.elapsedMs)
  return [
    ...signInEndpoints(parts, start, attempts),
    ...signedInEndpoints(parts, start, attempts),
  ] as const
}

const ONE_USER = { auth: 'operator', params: ConsoleSchema.userParams } as const

/** The users of the server, for its operators [console.operator]. */
const userEndpoints = ({ users }: ConsoleIdentity) =>
  [
    endpoint({
      id: 'listUsers',
      method: 'GET',
      path: '/console/api/users',
      auth: 'operator',
      answer: ConsoleSchema.users,
      run: async () => ({ users: (await users.list()).map(encodeListedUser) }),
    }),
    endpoint({
      id: 'addUser',
      method: 'POST',
      path: '/console/api/users',
      auth: 'operator',
      body: ConsoleSchema.newUser,
      answer: ConsoleSchema.user,
      refusals: ['user-exists'],
      async run({ body }) {
        const { operator = false, ...sent } = sentFields(body)
        const named = decodeName(sent.name)
        if (isRefused(named)) return named
        const allowed = decodePassword(sent.password)
        if (isRefused(allowed)) return allowed
        const added = await users.add({ ...named, ...allowed, operator })
        return isRefused(added) ? added : { user: encodeUser(added) }
      },
    }),
    endpoint({
      ...ONE_USER,
      id: 'changeUser',
      method: 'PUT',
      path: '/console/api/users/:name',
      body: ConsoleSchema.changeUser,
      answer: ConsoleSchema.user,
      refusals: ['user-not-found'],
      async run({ params: { name }, body }) {
        const { operator, password } = sentFields(body)
        if (password !== undefined) {
          const allowed = decodePassword(password)
          if (isRefused(allowed)) return allowed
        }
        const changed = await users.change(name, { operator, password })
        return isRefused(changed) ? changed : { user: encodeUser(changed) }
      },
    }),
    endpoint({
      ...ONE_USER,
      id: 'removePassword',
      method: 'DELETE',
      path: '/console/api/users/:name/password',
      answer: ConsoleSchema.user,
      refusals: ['user-not-found'],
      async run({ params: { name } }) {
        const changed = await users.change(name, { password: null })
        return isRefused(changed) ? changed : { user: encodeUser(changed) }
      },
    }),
    // [console.first-link]
    endpoint({
      ...ONE_USER,
      id: 'makeSignInLink',
      method: 'POST',
      path: '/console/api/users/:name/link',
      answer: ConsoleSchema.link,
      refusals: ['user-not-found'],
      run: ({ params: { name } }) => users.makeLink(name),
    }),
  ] as const

/** Makes, names and resets the user's own accounts, and sets their fill profiles [console.own]. */
const ownAccountEndpoints = ({ accounts }: ConsoleIdentity, service: ConsoleService) =>
  [
    endpoint({
      id: 'listOwnAccounts',
      method: 'GET',
      path: '/console/api/accounts',
      auth: 'user',
      answer: ConsoleSchema.accounts,
      async run({ client: { session } }) {
        const owned = await accounts.list(session.user.userId)
        return { accounts: owned.map(encodeOwnAccount), usual: encodeStart(service.usual) }
      },
    }),
    endpoint({
      id: 'makeOwnAccount',
      method: 'POST',
      path: '/console/api/accounts',
      auth: 'user',
      body: ConsoleSchema.newAccount,
      bodyKind: 'json-or-nothing',
      answer: ConsoleSchema.account,
      refusals: ['own-account-not-found', 'limit-reached'],
      read: ({ body }) => decodeInitialCash(sentFields(body).cash),
      async run({ client: { session }, body, input }) {
        const { userId } = session.user
        const { fillProfile: profile, label } = sentFields(body)
        const made = await service.createAccount(userId, { ...input, label, profile })
        return isRefused(made) ? made : { account: encodeOwnAccount(made) }
      },
    }),
    endpoint({
      id: 'changeOwnAccount',
      method: 'PUT',
      path: '/console/api/accounts/:accountId',
      auth: 'user',
      params: ConsoleSchema.accountParams,
      body: ConsoleSchema.changeAccount,
      answer: ConsoleSchema.account,
      refusals: ['own-account-not-found', 'account-has-open-orders'],
      async run({ client: { session }, params: { accountId }, body }) {
        const { userId } = session.user
        const { fillProfile: profile, label } = sentFields(body)
        const changed = await service.changeAccount(userId, accountId, { label, profile })
        return isRefused(changed) ? changed : { account: encodeOwnAccount(changed) }
      },
    }),
    endpoint({
      id: 'resetOwnAccount',
      method: 'POST',
      path: '/console/api/accounts/:accountId/reset',
      auth: 'user',
      params: ConsoleSchema.accountParams,
      body: ConsoleSchema.resetAccount,
      bodyKind: 'json-or-nothing',
      answer: ConsoleSchema.reset,
      refusals: ['own-account-not-found'],
      read: ({ body }) => decodeInitialCash(sentFields(body).cash),
      run: ({ client: { session }, params: { accountId }, input }) =>
        encoded(service.reset(session.user.userId, accountId, input.cash), encodeReset),
    }),
  ] as const

const ONE_CLIENT = { auth: 'user', params: ConsoleSchema.clientParams } as const

/** Lists and makes the user's own clients [console.own]. */
const clientListEndpoints = ({ clients }: ConsoleIdentity, { clientOfSettings }: ConsoleService) =>
  [
    endpoint({
      id: 'listOwnClients',
      method: 'GET',
      path: '/console/api/clients',
      auth: 'user',
      answer: ConsoleSchema.clients,
      async run({ client: { session } }) {
        const listed = await clients.list(session.user.userId)
        return { clients: listed.map((client) => encodeClient(client, clientOfSettings)) }
      },
    }),
    endpoint({
      id: 'makeOwnClient',
      method: 'POST',
      path: '/console/api/clients',
      auth: 'user',
      body: ConsoleSchema.newClient,
      answer: ConsoleSchema.createdClient,
      refusals: ['own-account-not-found', 'limit-reached'],
      async run({ client: { session }, body }) {
        const { label = null, scope = 'TRADE', ...sent } = sentFields(body)
        const [first, ...others] = new Set(sent.accountIds)
        if (first === undefined) return refused('missing-parameter')
        const accountIds: [string, ...string[]] = [first, ...others]
        const { userId } = session.user
        const made = await clients.create({ userId, label, scope, accountIds })
        if (isRefused(made)) return made
        const { clientId, clientSecret } = made
        return { clientId, clientSecret, scope, accountIds }
      },
    }),
  ] as const

/** Changes a client's scope, accounts and key, and removes it [console.own]. */
const oneClientEndpoints = ({ clients }: ConsoleIdentity, { clientOfSettings }: ConsoleService) =>
  [
    endpoint({
      ...ONE_CLIENT,
      id: 'changeOwnClient',
      method: 'PUT',
      path: '/console/api/clients/:clientId',
      body: ConsoleSchema.changeClient,
      answer: ConsoleSchema.client,
      refusals: ['client-not-found', 'own-account-not-found'],
      async run({ client: { session }, params: { clientId }, body }) {
        const { label, accountIds, ...rest } = sentFields(body)
        const [first, ...others] = new Set(accountIds)
        const change = {
          ...rest,
          ...(label !== undefined && { label: label || null }),
          ...(first !== undefined && { accountIds: [first, ...others] as const }),
        }
        const changed = await clients.change({ userId: session.user.userId, clientId }, change)
        return isRefused(changed) ? changed : { client: encodeClient(changed, clientOfSettings) }
      },
    }),
    endpoint({
      ...ONE_CLIENT,
      id: 'rotateOwnClient',
      method: 'POST',
      path: '/console/api/clients/:clientId/rotate',
      answer: ConsoleSchema.rotatedClient,
      refusals: ['client-not-found'],
      run: ({ client: { session }, params: { clientId } }) =>
        clients.rotate({ userId: session.user.userId, clientId }),
    }),
    endpoint({
      ...ONE_CLIENT,
      id: 'revokeOwnClient',
      method: 'POST',
      path: '/console/api/clients/:clientId/revoke',
      answer: ConsoleSchema.revokedClient,
      refusals: ['client-not-found'],
      run: ({ client: { session }, params: { clientId } }) =>
        clients.revoke({ userId: session.user.userId, clientId }),
    }),
  ] as const

export const consoleEndpoints = (parts: SessionParts) =>
  [
    ...sessionEndpoints(parts),
    ...clientListEndpoints(parts.identity, parts.service),
    ...oneClientEndpoints(parts.identity, parts.service),
    ...ownAccountEndpoints(parts.identity, parts.service),
    ...userEndpoints(parts.identity),
  ] as const

type StatementFile = (
  accountId: string,
  language: 'en' | 'ko',
  charge: (requests: number) => void,
) => Promise<AnswerFile | Refused>

/** The accounts of all users by their worth [console.leaderboard] [console.operator]. */
export const leaderboardEndpoints = (service: LeaderboardService, statementFile: StatementFile) =>
  [
    endpoint({
      id: 'getLeaderboard',
      method: 'GET',
      path: '/console/api/leaderboard',
      auth: 'operator',
      answer: LeaderboardSchema.accounts,
      async run() {
        const { accounts, more } = await service.read()
        return { accounts: accounts.map(encodeRankedAccount), more }
      },
    }),
    endpoint({
      id: 'getLeaderboardStatement',
      method: 'GET',
      path: '/console/api/leaderboard/:accountId/statement.csv',
      auth: 'operator',
      params: LeaderboardSchema.accountParams,
      query: query({ language: t.Optional(oneOf(['en', 'ko'], 'The language of the headings.')) }),
      answer: LeaderboardSchema.statement,
      refusals: ['own-account-not-found'],
      async run(call) {
        const { accountId } = call.params
        const file = await statementFile(accountId, call.query.language ?? 'en', call.charge)
        // Each refusal here means an unknown account.
        return isRefused(file)
          ? refused('own-account-not-found', { accountId })
          : call.sendFile(file)
      },
    }),
  ] as const
