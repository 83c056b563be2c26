/** Variables that look like the server's, and are none. */
import { CLIENT_VARIABLES } from '../sdk/variables'
import { type ConfigFault, type Environment, settingText } from './setting'

/** A server that is started beside them leaves alone what is not a setting of its own. */
const OF_CLIENTS: readonly string[] = Object.values(CLIENT_VARIABLES)

/** Names that only this server would have: one that it does not know is a typing error. */
export function unknownVariables(env: Environment, known: readonly string[]): ConfigFault[] {
  return Object.keys(env).flatMap((variable) => {
    const prefix = ['MARKET_', 'PAPER_'].find((start) => variable.startsWith(start))
    if (prefix === undefined || [...known, ...OF_CLIENTS].includes(variable)) return []
    if (settingText(env, variable) === undefined) return []
    const allowed = known.filter((name) => name.startsWith(prefix)).join(', ')
    return [{ variable, value: 'a variable of this name', allowed }]
  })
}
