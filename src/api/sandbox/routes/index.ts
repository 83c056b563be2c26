/** The sandbox over HTTP, outside of the contract and only with SANDBOX=on (D11). */
import { Elysia } from 'elysia'
import type { Gate } from '../../pipeline/gate'
import type { SandboxService } from '../service'
import { accounts } from './accounts'
import { clock } from './clock'
import { market } from './market'

export interface SandboxGates {
  readonly reading: Gate
  readonly changing: Gate
}

export const sandbox = (service: SandboxService, gates: SandboxGates) =>
  new Elysia({ name: 'modules.sandbox', prefix: '/sandbox', tags: ['Sandbox'] })
    .use(clock(service, gates))
    .use(market(service, gates.changing))
    .use(accounts(service, gates.changing))

/** Ids of requests that bring none: counted, so that the same calls get the same answers. */
export function countedRequestIds(): () => string {
  let requests = 0
  return () => `sandbox-${++requests}`
}
