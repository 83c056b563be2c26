/** The sandbox over HTTP, outside the contract and only with SANDBOX=on [sandbox.outside]. */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import type { SandboxService } from '../service'
import { accountRoutes } from './accounts'
import { clockRoutes } from './clock'
import { marketRoutes } from './market'

export const sandbox = (
  service: SandboxService,
  gates: { readonly read: Gate; readonly trade: Gate },
) =>
  new Elysia({ name: 'api.sandbox', prefix: '/sandbox', tags: ['Sandbox'] })
    .use(clockRoutes(service, gates))
    .use(marketRoutes(service, gates.trade))
    .use(accountRoutes(service, gates.trade))
