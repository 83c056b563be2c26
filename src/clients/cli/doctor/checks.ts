/** What the doctor checks: the machine, the settings, the folder, PostgreSQL, the pages. */
import { constants, existsSync } from 'node:fs'
import { access, readFile, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { NEW_YORK, Temporal } from '../../../core/time'
import { unfitCell } from '../../../identity/cell'
import { isFault } from '../../../lib/fault'
import { errorMessage, nearest, plural } from '../../../lib/text'
import { type Damage, damageFound, damagesIn } from '../../../postgres/damage'
import { faultIn } from '../../../postgres/drivers/folder/integrity'
import { faultOfAbsence, readControl } from '../../../postgres/drivers/folder/layout'
import { scan } from '../../../postgres/drivers/folder/scan'
import { FolderInUse, lockFolder } from '../../../postgres/drivers/folder-lock'
import { type InspectedServer, inspectServer } from '../../../postgres/inspect'
import {
  type Config,
  type ConfigFault,
  type Environment,
  readConfig,
  VARIABLES,
} from '../../../server/config/config'
import { loadScenario } from '../../../server/config/market'
import { askRunningServer } from '../../../server/control-socket'

export interface Diagnosis {
  /** The object of the check: `port`, `DATA_DIR`. */
  readonly check: string
  /** `wrong` keeps a server from starting or from working. `doubtful` may cause trouble. */
  readonly state: 'right' | 'doubtful' | 'wrong'
  readonly found: string
  /** What to do, unless the state is `right`. */
  readonly remedy?: string
}

export const right = (check: string, found: string): Diagnosis => ({ check, state: 'right', found })

export const doubtful = (check: string, found: string, remedy: string): Diagnosis => ({
  check,
  state: 'doubtful',
  found,
  remedy,
})

export const wrong = (check: string, found: string, remedy: string): Diagnosis => ({
  check,
  state: 'wrong',
  found,
  remedy,
})

/** The same as `engines` of package.json. */
const BUN_MIN = '1.4.0'
/** Each connection of a bot or of the database is an open file. */
const FILES_MIN = 4_096

export const checkMachine = async (): Promise<readonly Diagnosis[]> => [
  checkBun(Bun.version),
  checkTimeZones(),
  ...checkFiles(await readFile('/proc/self/limits', 'utf8').catch(() => null)),
]

export const checkBun = (version: string): Diagnosis =>
  Bun.semver.satisfies(version, `>=${BUN_MIN}`)
    ? right('Bun', version)
    : wrong('Bun', `${version} is too old`, `install ${BUN_MIN} or later: bun upgrade`)

/** Without time zone data, New York's hours would be UTC. */
function checkTimeZones(): Diagnosis {
  const july = Temporal.Instant.from('2026-07-01T12:00Z').toZonedDateTimeISO(NEW_YORK)
  const january = Temporal.Instant.from('2026-01-01T12:00Z').toZonedDateTimeISO(NEW_YORK)
  return july.offset === '-04:00' && january.offset === '-05:00'
    ? right('time zones', 'New York has its summer and winter time')
    : wrong('time zones', `New York is at ${july.offset} in July`, 'use a Bun with full ICU data')
}

/** `limits`: the text of /proc/self/limits; null without such a file. */
export function checkFiles(limits: string | null): readonly Diagnosis[] {
  const [, soft] = /^Max open files +(\S+)/m.exec(limits ?? '') ?? []
  if (soft === undefined) return []
  return soft === 'unlimited' || Number(soft) >= FILES_MIN
    ? [right('open files', `up to ${soft}`)]
    : [doubtful('open files', `only up to ${soft}`, `raise the limit: ulimit -n ${FILES_MIN}`)]
}

const SKEW_MS_MAX = 3_000

export const checkClock = (ownMs: number, otherMs: number, whose: string): Diagnosis => {
  const seconds = ((ownMs - otherMs) / 1_000).toFixed(1)
  return Math.abs(ownMs - otherMs) <= SKEW_MS_MAX
    ? right('clock', `agrees with ${whose}`)
    : doubtful(
        'clock',
        `${seconds} s ahead of ${whose}`,
        'synchronise both by NTP: the market follows the clock of the server that moves it',
      )
}

/** Short names of a shell are near to others: HOME is no mistyped HOST. */
const MISTYPED_LENGTH_MIN = 7

export interface CheckedSettings {
  readonly findings: readonly Diagnosis[]
  /** The settings without wrong variables; null if they are still wrong. */
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
  const findings = [...faults.map(diagnosisOf), ...mistyped(env)]
  return {
    findings:
      findings.length > 0 ? findings : [right('settings', `${countSet(env)} set, none is wrong`)],
    config: 'config' in read ? read.config : withoutFaults(loaded.env, faults),
  }
}

const diagnosisOf = ({ variable, value, allowed }: ConfigFault): Diagnosis =>
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

const countSet = (env: Environment): string =>
  plural(VARIABLES.filter((name) => env[name]).length, 'variable')

function withoutFaults(env: Environment, faults: readonly ConfigFault[]): Config | null {
  const wrong = faults.map(({ variable }) => variable)
  const rest = Object.entries(env).filter(([name]) => !wrong.includes(name))
  const read = readConfig(Object.fromEntries(rest))
  return 'config' in read ? read.config : null
}

/** Names of file systems by the type that statfs(2) returns. */
const NETWORK_DISKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p, a disk of the host'],
  [0x65735546, 'FUSE'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
])
const MB = 1024 * 1024
/** A new database takes 40 MB; on a full disk every order is refused. */
const FREE_MB_MIN = 100
const FREE_MB_GOOD = 1_024

export async function checkFolder(dir: string): Promise<readonly Diagnosis[]> {
  const existing = nearestExisting(resolve(dir))
  const denial = await access(existing, constants.W_OK | constants.X_OK).then(
    () => null,
    (error: unknown) => errorMessage(error),
  )
  if (denial !== null) {
    const remedy = 'give yourself the right to write there, or choose another DATA_DIR'
    return [wrong('DATA_DIR', `${existing} cannot be written to: ${denial}`, remedy)]
  }
  const { type, bavail, bsize } = await statfs(existing)
  return [
    ...(existsSync(dir) ? await useOf(dir) : [right('DATA_DIR', `${dir} will be made`)]),
    ...diskOf(type, dir),
    ...roomOf((bavail * bsize) / MB),
  ]
}

/** The folder, or the nearest one above it that exists. */
const nearestExisting = (path: string): string =>
  existsSync(path) ? path : nearestExisting(dirname(path))

/** Takes the lock only if its file exists, so that the doctor leaves no file behind. */
async function useOf(dir: string): Promise<readonly Diagnosis[]> {
  const mayWrite = `${dir} can be written to`
  if (!existsSync(join(dir, 'lock'))) {
    return [...(await checkPages(dir)), right('DATA_DIR', mayWrite)]
  }
  try {
    const lock = lockFolder(dir)
    try {
      return [...(await checkPages(dir)), right('DATA_DIR', `${mayWrite}, and nobody uses it`)]
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof FolderInUse) {
      const remedy = 'a second server needs another DATA_DIR, or PostgreSQL (DATABASE_URL)'
      const inUse = doubtful('DATA_DIR', `${dir} is in use by a server`, remedy)
      return [inUse, ...(await checkPagesInUse(dir))]
    }
    const remedy = 'give yourself the folder: chown -R'
    return [wrong('DATA_DIR', `${dir} cannot be locked: ${errorMessage(error)}`, remedy)]
  }
}

export function diskOf(type: number, dir: string): readonly Diagnosis[] {
  // Node returns a signed number on some systems.
  const network = NETWORK_DISKS.get(type >>> 0)
  if (network === undefined) return []
  const remedy = 'put it on a disk of this machine, or use PostgreSQL (DATABASE_URL)'
  return [doubtful('disk', `${dir} is on ${network}: locks and syncs may not hold`, remedy)]
}

export function roomOf(freeMb: number): readonly Diagnosis[] {
  const free = `${Math.floor(freeMb).toLocaleString('en-US')} MB free`
  const remedy = 'make room: on a full disk every order is refused'
  if (freeMb < FREE_MB_MIN) return [wrong('disk', free, remedy)]
  return [freeMb < FREE_MB_GOOD ? doubtful('disk', free, remedy) : right('disk', free)]
}

const CHECK = 'DATABASE_URL'
/** The connections that one server may open, with some room. */
const CONNECTIONS_FREE_MIN = 20

/** `cell` is the setting CELL. */
export async function checkPostgres(
  url: string,
  cell: string | null,
  wallNowMs: () => number,
): Promise<readonly Diagnosis[]> {
  const found = await inspectServer(url)
  if ('unreachable' in found) {
    return [wrong(CHECK, `${found.where}: ${found.unreachable}`, remedyOf(found.unreachable))]
  }
  return postgresFindings(found, cell, wallNowMs())
}

function remedyOf(reason: string): string {
  if (reason.startsWith('none of its hosts')) return 'start the primary, or promote a standby'
  if (/password authentication|no pg_hba/i.test(reason)) {
    return 'check the user and the password, and pg_hba.conf'
  }
  if (/startup parameter|DATABASE_URL/.test(reason)) return 'correct DATABASE_URL'
  if (/database .* does not exist/i.test(reason)) return 'make it: createdb'
  if (/role .* does not exist/i.test(reason)) return 'make it: createuser'
  return 'start it, and check the host, the port and the firewall'
}

export function postgresFindings(
  found: InspectedServer,
  cell: string | null,
  nowMs: number,
): readonly Diagnosis[] {
  const { where, version, versionFault, unfit, mayMigrate, lacks, migrations, connections } = found
  const reached = right(CHECK, `${where} is PostgreSQL ${version}`)
  const free = connections.max - connections.used
  return [
    versionFault === null ? reached : wrong(CHECK, versionFault, 'use a newer server'),
    ...(unfit === undefined ? [] : [wrong(CHECK, `${where} ${unfit.fault}`, unfit.remedy)]),
    ...damagedPages(found),
    ...rights(mayMigrate, migrations, lacks?.remedy),
    ...cellFindings(cell, found),
    free >= CONNECTIONS_FREE_MIN
      ? right('connections', `${free} of ${connections.max} are free`)
      : doubtful(
          'connections',
          `only ${free} of ${connections.max} are free`,
          'raise max_connections, or end other programs',
        ),
    checkClock(nowMs, found.nowMs, 'the database server'),
  ]
}

/** [run.cell-database] */
function cellFindings(wanted: string | null, { cell }: InspectedServer): readonly Diagnosis[] {
  if (cell === null) return []
  const unfit = unfitCell(wanted, cell)
  if (unfit !== undefined) return [wrong('CELL', unfit.fault, unfit.remedy)]
  if (wanted === null) return []
  const is = cell.stored === null ? 'is empty, and a start makes it' : 'is'
  return [right('CELL', `the database ${is} the cell ${wanted}`)]
}

function damagedPages({ damagedPagesMet: pages }: InspectedServer): readonly Diagnosis[] {
  if (pages === undefined) return []
  const met = `${plural(pages, 'damaged page was', 'damaged pages were')} met`
  const remedy = 'see the log of PostgreSQL and paper audit for their tables, and restore a backup'
  return [wrong('pages', met, remedy)]
}

function rights(
  mayMigrate: boolean,
  migrations: InspectedServer['migrations'],
  remedy = 'let the user own the database',
): readonly Diagnosis[] {
  const { pending, unknown } = migrations ?? { pending: null, unknown: 0 }
  if (unknown > 0) {
    const found = `${unknown} are of another version of the server`
    return [doubtful('migrations', found, 'start no server that is older than the database')]
  }
  if (pending === 0) return [right('migrations', 'all are carried out')]
  const what = pending === null ? 'the tables are not made yet' : `${pending} are pending`
  if (mayMigrate) return [right('migrations', `${what}; a start carries them out`)]
  return [wrong('migrations', `${what}, and the user may not make tables`, remedy)]
}

const RESTORE = 'restore a backup; paper audit names all that can no longer be read'
const NEVER = new AbortController().signal

/**
 * Finds damaged tables of an embedded database [durability.damage] in all pages of a folder that no
 * server uses. Returns nothing if there is no database yet.
 */
async function checkPages(dir: string): Promise<readonly Diagnosis[]> {
  const cluster = join(dir, 'postgres')
  try {
    const isThere = existsSync(cluster)
    const fault = isThere ? faultIn(cluster) : faultOfAbsence(dir)
    if (fault !== null) {
      const remedy = 'wait for the end of a copy or restore into it, or restore a backup'
      return [wrong('DATA_DIR', fault, remedy)]
    }
    if (!isThere) return []
    const damaged = await damageFound(() => scan(cluster, 'all'), NEVER)
    if (damaged.length === 0) return [right('pages', 'all tables are as they were written')]
    if (readControl(cluster).isClosed) return damaged.map((each) => asWrong(each))
    const remedy = 'start a server, which repairs what its log has, and run this again'
    return damaged.map(({ what, how }) => doubtful('pages', `${what} ${how}`, remedy))
  } catch (error) {
    return [wrong('pages', `the folder cannot be read: ${errorMessage(error)}`, RESTORE)]
  }
}

/** Returns the damage that the folder's server has met; nothing if it does not answer. */
async function checkPagesInUse(dir: string): Promise<readonly Diagnosis[]> {
  const damage = await damageOfServer(dir)
  return (damage ?? []).map((each) => asWrong(each))
}

const asWrong = ({ what, how }: Damage): Diagnosis => wrong('pages', `${what} ${how}`, RESTORE)

/** The command of the control socket. */
export const CONTROL_DAMAGE = 'damage'

/** Returns null if no server answers, or a server of another version. */
async function damageOfServer(dir: string): Promise<readonly Damage[] | null> {
  const answer = await askRunningServer(dir, CONTROL_DAMAGE).catch(() => null)
  return answer?.ok ? damagesIn(answer.text) : null
}
