/** All suites, in the order in which they are measured. */
import { embedded } from './embedded'
import { log } from './log'
import { orders } from './orders'
import { processes } from './processes'
import { quotes } from './quotes'
import { reads } from './reads'
import type { Suite } from './suite'

export const SUITES = { orders, quotes, log, reads, embedded, processes } as const satisfies Record<
  string,
  Suite
>

export type SuiteName = keyof typeof SUITES
