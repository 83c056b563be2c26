/**
 * The database: DATABASE_URL [run.database], DATA_DIR [run.folder], DURABILITY [run.durability].
 */
import { firstUrlOf, urlsOfHosts } from '../../lib/database-url'
import type { DatabaseConfig, Durability } from '../../postgres/database'
import { type Setting, switchOf } from './setting'

/** Words of libpq for the host that takes changes, which is the one that the server uses. */
const SESSIONS = ['read-write', 'primary']

function isAllowed(text: string): boolean {
  if (urlsOfHosts(text) === undefined) return false
  const { searchParams } = firstUrlOf(text)
  const session = searchParams.get('target_session_attrs')
  return !searchParams.has('search_path') && (session === null || SESSIONS.includes(session))
}

export const DATABASE_URL: Setting<string | null> = {
  variable: 'DATABASE_URL',
  unset: null,
  allowed:
    'postgres://user:password@host:port/database, special characters percent-encoded, with a ' +
    'host by its name or address (no path of a socket), or several as host:port,host:port; no ' +
    'search_path: tables are in public; no target_session_attrs but read-write or primary',
  read: (text) => (isAllowed(text) ? text : undefined),
  // A malformed URL may have its password anywhere.
  shown: (text) => `${/^[a-z][a-z0-9+.-]*:\/\//.exec(text)?.[0] ?? ''}… (not shown)`,
}

export const DATA_DIR: Setting<string> = {
  variable: 'DATA_DIR',
  unset: '.data',
  allowed: 'a folder, or memory',
  read: (text) => (text.includes('://') || text.includes('\0') ? undefined : text),
}

/** [run.durability] [durability.relaxed] */
export const DURABILITY: Setting<Durability> = switchOf(
  'DURABILITY',
  { fsync: 'fsync', relaxed: 'relaxed' },
  'fsync',
)

/** DATABASE_URL takes precedence. The durability of a server is its own. */
export function databaseOf(settings: {
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly durability: Durability
}): DatabaseConfig {
  const { databaseUrl: url, dataDir: dir, durability } = settings
  if (url !== null) return { kind: 'server', url }
  return dir === 'memory' ? { kind: 'memory' } : { kind: 'embedded', dir, durability }
}

/** The server's URL without its password, and without parameters, which may have one as well. */
export function withoutPassword(url: string): string {
  const { protocol, username, password, pathname } = firstUrlOf(url)
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':…'}@`
  const hosts = (urlsOfHosts(url) ?? [url]).map((each) => new URL(each).host)
  return `${protocol}//${user}${hosts.join(',')}${pathname}`
}
