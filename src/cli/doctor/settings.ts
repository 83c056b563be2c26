/** The environment's variables: those that are wrong, and those that nobody reads. */

import {
  type Config,
  type ConfigFault,
  type Environment,
  readConfig,
  VARIABLES,
} from '../../config/config'
import { loadScenario } from '../../config/scenario'
import { plural } from '../../core/count'
import { isFault } from '../../core/fault'
import { nearest } from '../../core/nearest'
import { type Diagnosis, doubtful, right, wrong } from './diagnosis'

/** The variables of a shell are short, and near to everything: HOME is no mistyped HOST. */
const MISTYPED_LENGTH_MIN = 7

export interface CheckedSettings {
  readonly findings: readonly Diagnosis[]
  /** Without the variables that are wrong; null where that is none. */
  readonly config: Config | null
}

export async function checkSettings(env: Environment): Promise<CheckedSettings> {
  const loaded = await loadScenario(env)
  if (isFault(loaded)) {
    const finding = wrong('SCENARIO', loaded.fault, 'name a file that can be read, or unset it')
    const others = await checkSettings({ ...env, SCENARIO: '' })
    return { ...others, findings: [finding, ...others.findings] }
  }
  const read = readConfig(loaded.env)
  const faults = 'faults' in read ? read.faults : []
  const findings = [...faults.map(ofFault), ...mistyped(env)]
  return {
    findings:
      findings.length > 0 ? findings : [right('settings', `${setIn(env)} set, none is wrong`)],
    config: 'config' in read ? read.config : withoutFaults(loaded.env, faults),
  }
}

const ofFault = ({ variable, value, allowed }: ConfigFault): Diagnosis =>
  wrong(variable, `${value} is not allowed`, `allowed: ${allowed}`)

function mistyped(env: Environment): readonly Diagnosis[] {
  return Object.keys(env).flatMap((name) => {
    if (!/^[A-Z_]+$/.test(name) || name.length < MISTYPED_LENGTH_MIN || !env[name]) return []
    if (/^(?:PAPER|MARKET)_/.test(name) || VARIABLES.includes(name)) return []
    const meant = nearest(
      name,
      VARIABLES.filter((known) => known.length >= MISTYPED_LENGTH_MIN),
    )
    if (meant === undefined || Math.abs(meant.length - name.length) > 2) return []
    return [doubtful(name, 'is set, and nothing reads it', `do you mean ${meant}?`)]
  })
}

const setIn = (env: Environment): string =>
  plural(VARIABLES.filter((name) => env[name]).length, 'variable')

function withoutFaults(env: Environment, faults: readonly ConfigFault[]): Config | null {
  const wrong = faults.map(({ variable }) => variable)
  const rest = Object.entries(env).filter(([name]) => !wrong.includes(name))
  const read = readConfig(Object.fromEntries(rest))
  return 'config' in read ? read.config : null
}
