/** The sandbox over HTTP, outside the contract and only with SANDBOX=on [sandbox.outside]. */
import { sandboxAccountEndpoints } from './routes/accounts'
import { sandboxClientEndpoints } from './routes/clients'
import { sandboxClockEndpoints } from './routes/clock'
import { sandboxFaultEndpoints } from './routes/faults'
import { sandboxMarketEndpoints } from './routes/market'
import { sandboxOutcomeEndpoints } from './routes/outcomes'
import { sandboxScenarioEndpoints } from './routes/scenarios'
import { sandboxSnapshotEndpoints } from './routes/snapshots'
import type { SandboxService } from './service'

export const sandboxEndpoints = (service: SandboxService) =>
  [
    ...sandboxClockEndpoints(service),
    ...sandboxMarketEndpoints(service),
    ...sandboxAccountEndpoints(service),
    ...sandboxClientEndpoints(service),
    ...sandboxOutcomeEndpoints(service),
    ...sandboxFaultEndpoints(service),
    ...sandboxSnapshotEndpoints(service),
    ...sandboxScenarioEndpoints(service),
  ] as const
