/** What a running server knows of damaged pages, for the doctor. */
import { type Damage, damagesIn } from '../../store/damage'
import { askRunningServer } from '../shared/served'

/** As the socket names it. */
export const SERVED_DAMAGE = 'damage'

/** Returns null if no server answers, or one of another version. */
export async function damageOfServer(dir: string): Promise<readonly Damage[] | null> {
  const answer = await askRunningServer(dir, SERVED_DAMAGE).catch(() => null)
  return answer?.ok ? damagesIn(answer.text) : null
}
