import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { answerAudit, auditCommand } from '../../src/clients/cli/audit/command'
import { amount } from '../../src/core/money'
import { createUser } from '../../src/ledger/accounts'
import { connect } from '../../src/postgres/connect'
import { accounts } from '../../src/postgres/schema/trading'
import { openControl } from '../../src/server/control-socket'
import { run } from '../support/command'
import { MONDAY_AT_TEN } from '../support/trading-floor'

const folder = mkdtempSync(join(tmpdir(), 'paper-audit-'))
afterAll(() => rmSync(folder, { recursive: true }))
const env = { DATA_DIR: folder }

const database = () => connect({ kind: 'embedded', dir: folder, durability: 'relaxed' })

test('[run.audit] the command says what is wrong and where, and fails until it is mended', async () => {
  const { drizzle, close } = await database()
  const createdAt = MONDAY_AT_TEN
  await createUser(drizzle, { userId: 'usr_1', name: 'test', createdAt })
  await drizzle.insert(accounts).values({
    accountId: 'acc_1',
    userId: 'usr_1',
    createdAt,
    seq: 0,
    heldCash: amount('0'),
    initialCash: amount('100'),
    cash: amount('100.01'),
  })
  await close()

  const wrong = await run(auditCommand, [], { env })
  expect(wrong.said).toContain('cash  acc_1: expected 100.000000000000, found 100.010000000000.')
  expect(wrong.outcome).toEqual({ fault: '1 account, 24 checks: 1 thing is wrong.' })

  const asJson = await run(auditCommand, ['--json'], { env })
  expect(JSON.parse(asJson.said)).toMatchObject({
    accounts: 1,
    findings: [{ code: 'cash', accountId: 'acc_1', subject: null }],
  })

  const again = await database()
  await again.drizzle
    .update(accounts)
    .set({ cash: amount('100') })
    .where(eq(accounts.accountId, 'acc_1'))
  await again.close()
  const right = await run(auditCommand, [], { env })
  expect(right).toMatchObject({
    said: '1 account, 24 checks: nothing is wrong.',
    outcome: undefined,
  })
})

test('[run.audit] a server that has the folder open audits it for the command', async () => {
  const open = await database()
  await open.drizzle.update(accounts).set({ cash: amount('99') })
  const stopping = new AbortController()
  const control = await openControl(folder, () => answerAudit(open, stopping.signal))
  const wrong = await run(auditCommand, [], { env })
  expect(wrong.said).toStartWith('cash  acc_1: expected 100.000000000000, found 99.000000000000.')
  expect(wrong.outcome).toEqual({ fault: '1 account, 24 checks: 1 thing is wrong.' })

  stopping.abort()
  const stopped = await run(auditCommand, [], { env })
  expect(stopped.outcome).toEqual({ fault: 'The server is stopping.' })
  await control.close()
  await open.close()
})
