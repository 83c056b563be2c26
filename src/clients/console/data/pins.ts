/** The quotes that the sandbox has pinned. */
import { answered } from '../../sdk'
import { polled, reached } from './polled'
import { sandboxOf } from './sandbox'

const EVERY_MS = 3_000

export const pins = polled(
  async (from) => (await reached(answered(sandboxOf(from).quotes.get()))).quotes,
  EVERY_MS,
)
