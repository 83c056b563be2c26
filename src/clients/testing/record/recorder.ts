/**
 * Records a run [exec.record]: what it began with, each call that may change the books, and each
 * event of an order. One call comes after the other: then the same calls make the same run again.
 */

import { type Instant, toKst } from '../../../core/time'
import type { RecordedCall } from '../../../http/recorder'
import { newClientSecret } from '../../../identity/secrets'
import { type CommandFault, fault } from '../../../lib/fault'
import type { KeptRun } from '../../../server/compose/kept-run'
import { inOrder } from '../queue'
import type { RecordedLine, RunStart } from './lines'

export interface RunRecording extends KeptRun {
  /** Called once, when the broker stands. */
  began(start: RunStart, now: () => Instant): void
  /** The lines of the run, without their hashes; or why it cannot be played again. */
  end(): Promise<readonly string[] | CommandFault>
}

/** The secret of a client that the run has made, when it is played again. */
export const SECRET_IN_REPLAY = 'secret-of-a-recorded-run'

export function recording(isReplay = false): RunRecording {
  const turn = inOrder()
  const kept: string[] = []
  let now: () => Instant = () => {
    throw new Error('the run has not begun')
  }
  let made = 0
  let spoilt: CommandFault | null = null

  /** As text, since an event comes as one. */
  const append = (kind: keyof RecordedLine, json: string): void => {
    kept.push(`"${kind}":${json}}`)
  }

  function keep({ path, method, body, ...from }: RecordedCall): void {
    const at = toKst(now())
    if (path === CLOCK && Number(Object(body).speed) > 0) {
      spoilt ??= fault(`the clock was let run by itself at ${at} (POST ${CLOCK})`)
    }
    // As far as it came: a client that goes away ends an advance.
    const sent = path === CLOCK ? { to: at } : hidden(path, body)
    append('call', JSON.stringify({ at, ...from, method, path, body: sent ?? null }))
  }

  return {
    calls: {
      isReplay,
      enter: () =>
        new Promise((resolve) => {
          void turn(
            () =>
              new Promise<void>((left) => {
                resolve((call) => {
                  keep(call)
                  left()
                })
              }),
          )
        }),
      decided: (path, body) => {
        if (path !== CLIENTS || Object(body).clientId !== undefined) return body
        const chosen = { clientId: `pk_recorded_${++made}`, clientSecret: newClientSecret() }
        return { ...Object(body), ...chosen }
      },
    },
    event: (text) => append('event', text),
    began(start, clock) {
      now = clock
      kept.unshift(`"run":${JSON.stringify(start)}}`)
    },
    async end() {
      // A call is kept after its answer.
      await turn(async () => {})
      append('end', JSON.stringify({ at: toKst(now()) }))
      return spoilt ?? kept.map((line, index) => `{"n":${index + 1},${line}`)
    },
  }
}

const CLOCK = '/sandbox/clock'
const CLIENTS = '/sandbox/clients'

const hidden = (path: string, body: unknown): unknown =>
  path === CLIENTS ? { ...Object(body), clientSecret: SECRET_IN_REPLAY } : body
