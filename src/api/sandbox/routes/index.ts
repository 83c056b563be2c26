/** The sandbox over HTTP, outside the contract and only with SANDBOX=on [sandbox.outside]. */
import { Elysia } from 'elysia'
import type { SandboxGate } from '../../pipeline/gate'
import type { SandboxService } from '../service'
import { sandboxAccountRoutes } from './accounts'
import { sandboxClientRoutes } from './clients'
import { sandboxClockRoutes } from './clock'
import { sandboxFaultRoutes } from './faults'
import { sandboxMarketRoutes } from './market'
import { sandboxOutcomeRoutes } from './outcomes'
import { sandboxScenarioRoutes } from './scenarios'
import { sandboxSnapshotRoutes } from './snapshots'

export const sandboxRoutes = (
  service: SandboxService,
  gates: { readonly read: SandboxGate; readonly trade: SandboxGate },
) =>
  new Elysia({ name: 'api.sandbox', prefix: '/sandbox', tags: ['Sandbox'] })
    .use(sandboxClockRoutes(service, gates))
    .use(sandboxMarketRoutes(service, gates))
    .use(sandboxAccountRoutes(service, gates.trade))
    .use(sandboxClientRoutes(service, gates.trade))
    .use(sandboxOutcomeRoutes(service, gates))
    .use(sandboxFaultRoutes(service, gates))
    .use(sandboxSnapshotRoutes(service, gates.trade))
    .use(sandboxScenarioRoutes(service, gates))
