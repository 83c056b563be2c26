/** The sandbox over HTTP, outside the contract and only with SANDBOX=on [sandbox.outside]. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import type { SandboxService } from '../service'
import { sandboxAccountRoutes } from './accounts'
import { sandboxClockRoutes } from './clock'
import { sandboxMarketRoutes } from './market'

export const sandboxRoutes = (
  service: SandboxService,
  gates: { readonly read: Gate; readonly trade: Gate },
) =>
  new Elysia({ name: 'api.sandbox', prefix: '/sandbox', tags: ['Sandbox'] })
    .use(sandboxClockRoutes(service, gates))
    .use(sandboxMarketRoutes(service, gates.trade))
    .use(sandboxAccountRoutes(service, gates.trade))
