/**
 * Damaged tables [durability.damage]: pages that are not as PostgreSQL wrote them, or that are gone.
 * A scan finds them by their checksums, and statements meet them.
 */
import { ownOf } from './pg/retry'

export interface Damage {
  /** `the table orders`, `the index orders_client_order_id of the table orders`. */
  readonly what: string
  /** What is wrong with it, as the rest of the sentence. */
  readonly how: string
}

/** One step of a scan: how many pages it has looked at, and what it has found. */
export interface ScanStep {
  readonly pages: number
  readonly damage?: Damage
}

/** One sentence, and what to do. */
export const damageText = ({ what, how }: Damage): string => `${what} ${how}. ${DAMAGE_REMEDY}`

export const DAMAGE_REMEDY =
  'The database is damaged: restore a backup. `paper audit` names all that can no longer be read.'

/** data_corrupted, index_corrupted; undefined_file, of a file that is gone. */
const DAMAGED = /^(?:XX00[12]|58P01)$/

/** What PostgreSQL says of a damaged page, one line; undefined: the error is another one. */
export function damageIn(error: unknown): string | undefined {
  const own = ownOf(error)
  if (!(own instanceof Error && 'code' in own && DAMAGED.test(String(own.code)))) return undefined
  return own.message.split('\n', 1)[0]
}

/** `base/5/16491` of PostgreSQL's message; undefined: it names none. */
export const fileIn = (message: string): string | undefined =>
  /"?((?:base\/\d+|global)\/\d+)/.exec(message)?.[1]
