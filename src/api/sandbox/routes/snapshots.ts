/** Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../core/refusals'
import { optionalJsonBody } from '../../pipeline/body'
import type { SandboxGate } from '../../pipeline/gate'
import { noteKoreanTimes } from '../../pipeline/zone'
import { EVERY_BODY, EVERY_CONTROL, refusals } from '../../wire/refusal'
import { sentFields } from '../../wire/schemas'
import { decodeRewind } from '../decode'
import { encodeClock, encodeSnapshot } from '../encode'
import { SandboxSchema, STEERING } from '../schema'
import { ClockSchema } from '../schema/clock'
import type { SandboxService } from '../service'

export const sandboxSnapshotRoutes = ({ snapshots }: SandboxService, gate: SandboxGate) =>
  new Elysia({ name: 'api.sandbox.snapshots', detail: STEERING })
    .use(gate)
    .post(
      '/snapshots',
      async ({ context }) => {
        const saved = await snapshots.save(context.client)
        return context.answer(isRefused(saved) ? saved : encodeSnapshot(saved))
      },
      {
        response: {
          200: SandboxSchema.snapshot,
          ...refusals(...EVERY_CONTROL, 'account-mismatch'),
        },
        detail: {
          operationId: 'saveSandboxSnapshot',
          summary: 'Save the whole broker',
          description:
            'Accounts, orders, fills, events, holdings, the clock, pins, halts and states of ' +
            'instruments. It is kept in memory, the newest hundred, until the server ends. With ' +
            'a token all accounts must be its client’s own.',
        },
      },
    )
    .post(
      '/snapshots/:snapshotId/restore',
      async ({ context, params }) => {
        const restored = await snapshots.restore(context.client, params.snapshotId)
        return context.answer(isRefused(restored) ? restored : encodeClock(restored))
      },
      {
        params: SandboxSchema.snapshotParams,
        response: {
          200: ClockSchema.clock,
          ...refusals(...EVERY_CONTROL, 'account-mismatch', 'snapshot-not-found'),
        },
        detail: {
          operationId: 'restoreSandboxSnapshot',
          summary: 'Restore a snapshot',
          description:
            'What came since is gone, accounts and fills alike; clients and their tokens stay. ' +
            'Open streams are closed with 1012. It can be restored again.',
        },
      },
    )
    .post(
      '/rewind',
      async ({ context, body, set }) => {
        const fields = sentFields(body)
        const target = decodeRewind(fields)
        if (isRefused(target)) return context.refuse(target)
        noteKoreanTimes(set.headers, [fields.to]) // [time.assumed]
        const rewound = await snapshots.rewind(context.client, target.to)
        return context.answer(isRefused(rewound) ? rewound : encodeClock(rewound))
      },
      {
        parse: optionalJsonBody,
        body: SandboxSchema.rewind,
        response: {
          200: ClockSchema.clock,
          ...refusals(...EVERY_CONTROL, ...EVERY_BODY, 'account-mismatch', 'clock-not-simulated'),
        },
        detail: {
          operationId: 'rewindSandbox',
          summary: 'Take the market back',
          description:
            'The clock goes back, every account is as it was made, and no quote is pinned: a ' +
            'backtest runs again over the same bars. Open streams are closed with 1012.',
        },
      },
    )
