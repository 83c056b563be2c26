/**
 * The console's own API, below /console/api: what its pages need beside the contract of /v1. It is
 * in no document: it changes with the pages, and programs have keys and /v1.
 */
import { Elysia } from 'elysia'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import type { ConsoleGates } from '../../../pipeline/console-gate'
import { signInAttempts } from '../../../pipeline/sign-in-attempts'
import type { ConsoleService } from '../service'
import { consoleAccountRoutes } from './accounts'
import { consoleClientRoutes } from './clients'
import { sessionRoutes } from './session'
import { consoleUserRoutes } from './users'

interface ConsoleParts {
  readonly identity: ConsoleIdentity
  readonly service: ConsoleService
  readonly gates: ConsoleGates<ConsoleSession>
  readonly publicUrl: string | null
  readonly elapsedMs: () => number
}

export const consoleRoutes = ({ identity, service, gates, publicUrl, elapsedMs }: ConsoleParts) => {
  const attempts = signInAttempts(elapsedMs)
  return new Elysia({ name: 'api.console', prefix: '/console/api', detail: { hide: true } })
    .use(sessionRoutes({ gates, identity, service, attempts, publicUrl }))
    .use(consoleClientRoutes(identity, service, gates))
    .use(consoleAccountRoutes(identity, service, gates))
    .use(consoleUserRoutes(identity, gates))
}
