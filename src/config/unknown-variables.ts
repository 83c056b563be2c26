/** Variables that look like the server's, and are none. */
import { PAPER_URL } from './client'
import { type ConfigFault, type Environment, settingText } from './setting'

/** Names that only this server would have: one that it does not know is a typing error. */
export function unknownVariables(env: Environment, known: readonly string[]): ConfigFault[] {
  return Object.keys(env).flatMap((variable) => {
    const prefix = ['MARKET_', 'PAPER_'].find((start) => variable.startsWith(start))
    if (prefix === undefined || [...known, PAPER_URL].includes(variable)) return []
    if (settingText(env, variable) === undefined) return []
    const allowed = known.filter((name) => name.startsWith(prefix)).join(', ')
    return [{ variable, value: 'a variable of this name', allowed }]
  })
}
