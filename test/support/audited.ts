/** What is wrong in the books of a test. */

import { audit, type Finding } from '../../src/ledger/audit/audit'
import type { Database } from '../../src/postgres/database'
import type { Storage } from './folder-storage'

export async function findingsIn(database: Database): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for await (const page of audit(database)) found.push(...page.findings)
  return found
}

/** While no server has the storage. */
export async function findingsOn(storage: Storage): Promise<readonly Finding[]> {
  const database = await storage.open()
  try {
    return await findingsIn(database)
  } finally {
    await database.close()
  }
}
