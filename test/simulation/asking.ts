/** Sends one request to a server of a simulated world, as one of its clients. */
import { codeOf, type Moments } from './oracle/answers'
import { type Account, must } from './oracle/ledger'
import type { Answer, Outcome } from './process'
import type { World } from './world'

/** Looks at an answer, once the ledger knows what happened. */
export type Check = (moments: Moments) => void

export async function ask(
  world: World,
  account: Account,
  process: number,
  method: string,
  path: string,
  body?: string,
): Promise<Outcome> {
  const token = world.tokens.get(world.clientOf(account.accountId)) ?? ''
  const sent = world.running(process)
  world.count('requests')
  const outcome = await sent.call({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      'x-service-request-id': `request-${world.counts.get('requests')}`,
      'x-service-account-id': account.accountId,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(body.length),
      }),
    },
    ...(body !== undefined && { body }),
  })
  world.answered()
  const told = typeof outcome === 'string' ? outcome : `${outcome.status} ${codeOf(outcome)}`
  world.note(`${world.timeline.nowMs} ${sent.name} ${method} ${path} ${body ?? ''}: ${told}`)
  if (typeof outcome === 'string') world.count(outcome)
  else if (outcome.status !== 200) world.count(`refused ${codeOf(outcome)}`)
  return outcome
}

/** A read must be answered unless faults strike. */
export function checked(
  outcome: Outcome,
  kind: string,
  check: (answer: Answer, moments: Moments) => void,
): Check {
  if (typeof outcome === 'string') return () => {}
  return (moments) => {
    if (outcome.status === 200) return check(outcome, moments)
    must(
      moments.isTroubled && outcome.status >= 500,
      kind,
      () => `${outcome.status} ${JSON.stringify(outcome.body)}`,
    )
  }
}

/** Whether a fault of the sandbox may give the answer; otherwise only a server in trouble does. */
export const mayBeForced = (world: World, { accountId }: Account, { status }: Answer): boolean =>
  status >= 500 && world.timeline.nowMs < world.faultsOf(accountId).untilMs
