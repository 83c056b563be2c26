/** Writes when clients were last used [console.last-used]. */
import type { LastUses } from '../identity/last-used'
import type { Job } from './repeat'

const EVERY_MS = 30_000

export const noteLastUsesJob = (uses: LastUses): Job => ({
  name: 'note-last-uses',
  everyMs: EVERY_MS,
  run: uses.write,
})
