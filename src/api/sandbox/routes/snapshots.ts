/** Saves and restores the whole broker [snapshot.save] [snapshot.rewind]. */
import { isRefused } from '../../../core/refusals'
import { endpoint } from '../../pipeline/endpoint'
import { noteKoreanTimes } from '../../pipeline/shapes'
import { sentFields } from '../../wire/schemas'
import { decodeRewind } from '../decode'
import { encodeClock, encodeSnapshot } from '../encode'
import { SandboxSchema, STEER } from '../schema'
import { ClockSchema } from '../schema/clock'
import type { SandboxService } from '../service'

const TURN = { ...STEER, method: 'POST' } as const

export const sandboxSnapshotEndpoints = ({ snapshots }: SandboxService) =>
  [
    endpoint({
      ...TURN,
      id: 'saveSandboxSnapshot',
      path: '/sandbox/snapshots',
      summary: 'Save the whole broker',
      description:
        'Accounts, orders, fills, events, holdings, the clock, pins, halts and states of ' +
        'instruments. It is kept in memory, the newest hundred, until the server ends. With ' +
        'a token all accounts must be its client’s own.',
      answer: SandboxSchema.snapshot,
      refusals: ['account-mismatch'],
      async run({ client }) {
        const saved = await snapshots.save(client)
        return isRefused(saved) ? saved : encodeSnapshot(saved)
      },
    }),
    endpoint({
      ...TURN,
      id: 'restoreSandboxSnapshot',
      path: '/sandbox/snapshots/:snapshotId/restore',
      summary: 'Restore a snapshot',
      description:
        'What came since is gone, accounts and fills alike; clients and their tokens stay. ' +
        'Open streams are closed with 1012. It can be restored again.',
      params: SandboxSchema.snapshotParams,
      answer: ClockSchema.clock,
      refusals: ['account-mismatch', 'snapshot-not-found'],
      async run({ client, params }) {
        const restored = await snapshots.restore(client, params.snapshotId)
        return isRefused(restored) ? restored : encodeClock(restored)
      },
    }),
    endpoint({
      ...TURN,
      id: 'rewindSandbox',
      path: '/sandbox/rewind',
      summary: 'Take the market back',
      description:
        'The clock goes back, every account is as it was made, and no quote is pinned: a ' +
        'backtest runs again over the same bars. Open streams are closed with 1012.',
      body: SandboxSchema.rewind,
      written: 'json-or-nothing',
      answer: ClockSchema.clock,
      refusals: ['account-mismatch', 'clock-not-simulated'],
      read: ({ body }) => decodeRewind(sentFields(body)),
      async run({ client, body, input, headers }) {
        noteKoreanTimes(headers, [sentFields(body).to]) // [time.assumed]
        const rewound = await snapshots.rewind(client, input.to)
        return isRefused(rewound) ? rewound : encodeClock(rewound)
      },
    }),
  ] as const
