/** The controls for tests [run.sandbox], and the key that opens them [sandbox.key]. */
import { type Setting, switchOf } from './setting'

export const SANDBOX = switchOf('SANDBOX', { on: true, off: false }, false)

export const SANDBOX_KEY: Setting<string | null> = {
  variable: 'SANDBOX_KEY',
  unset: null,
  allowed: '16 to 256 visible ASCII characters',
  read: (text) => (/^[!-~]{16,256}$/.test(text) ? text : undefined),
  shown: (text) => `… (${text.length} characters, not shown)`,
}
