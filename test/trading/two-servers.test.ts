/** Two servers that share an account: each decides again what the other has overtaken. */
import { describe, expect, test } from 'bun:test'
import { isRefused } from '../../src/core/refusals'
import { connect } from '../../src/postgres/connect'
import { cancelCommand } from '../../src/trading/commands/cancel'
import { placeCommand } from '../../src/trading/commands/place'
import { openSequencer } from '../../src/trading/sequencer'
import { openPostgresFloor } from '../support/postgres-floor'
import { hasPostgres } from '../support/storage'
import { steeredTime } from '../support/time'
import { requestOf } from '../support/trading-floor'

const ORDERS = 200

describe.skipIf(!hasPostgres)('two servers that share an account', () => {
  test('lose, double and refuse nothing, and neither waits for the other to end', async () => {
    const { database, floor, url, remove } = await openPostgresFloor(['acc_A', 'acc_B'])
    const other = await connect({ kind: 'server', url })
    // No deadline passes, however slow the machine is; what backs off is tried again at once.
    const time = { ...steeredTime(), after: (_ms: number, ring: () => void) => soon(ring) }
    const servers = [database, other].map((database) =>
      openSequencer({
        ...time,
        database,
        workers: 2,
        now: floor.clock.now,
        onCommitted: () => {},
        failed: () => {},
      }),
    )
    const each = async (server: number): Promise<readonly number[]> => {
      const seqs: number[] = []
      for (let at = 0; at < ORDERS / 2; at++) {
        const accountId = at % 4 === 0 ? 'acc_B' : 'acc_A'
        const request = requestOf({ quantity: '1', limit: '1' })
        const placing = placeCommand(accountId, request, floor.feed)
        const placed = await servers[server]?.submit(placing)
        if (placed === undefined || isRefused(placed)) throw new Error('it is not refused')
        const { orderId, symbol, seq } = placed.order
        if (accountId === 'acc_A') seqs.push(seq)
        const canceling = cancelCommand(accountId, orderId, symbol, floor.feed.calendar)
        const canceled = await servers[1 - server]?.submit(canceling)
        if (canceled === undefined || isRefused(canceled)) throw new Error('it is not refused')
      }
      return seqs
    }
    const seqs = (await Promise.all([each(0), each(1)])).flat()
    expect(new Set(seqs).size).toBe((ORDERS * 3) / 4)
    // One event for each acceptance, and one for each request to cancel.
    expect(await floor.state('acc_A')).toMatchObject({ seq: (ORDERS * 3) / 2 })
    expect(await floor.state('acc_B')).toMatchObject({ seq: ORDERS / 2 })
    await other.close()
    await remove()
  })
})

function soon(ring: () => void): () => void {
  const ringing = setImmediate(ring)
  return () => clearImmediate(ringing)
}
