/**
 * Where the data is kept: DATABASE_URL [run.database], DATA_DIR [run.folder] and DURABILITY
 * [run.durability].
 */
import type { DatabaseConfig, Durability } from '../../postgres/database'
import { type Setting, switchOf } from './setting'

// An `@` after the host would be a password with an unescaped `/`, `?` or `#` in it: the rest of it
// would pass for a database's name and be shown.
const SERVER_URL = /^postgres(?:ql)?:\/\/[^/?#]+(?:\/[^/?#@:]*)?(?:\?[^#@]*)?$/

/** Percent-encoded, a socket's path would pass for a name that nobody knows. */
function namesOneHost(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  return !/[%,]/.test(hostname) && !searchParams.has('search_path')
}

export const DATABASE_URL: Setting<string | null> = {
  variable: 'DATABASE_URL',
  unset: null,
  allowed:
    'postgres://user:password@host:port/database, special characters percent-encoded, with one ' +
    'host by its name or address (no path of a socket), and no search_path: tables are in public',
  read: (text) => (SERVER_URL.test(text) && namesOneHost(text) ? text : undefined),
  // A text that is not as it should be may hold its password anywhere.
  shown: (text) => `${/^[a-z][a-z0-9+.-]*:\/\//.exec(text)?.[0] ?? ''}… (not shown)`,
}

export const DATA_DIR: Setting<string> = {
  variable: 'DATA_DIR',
  unset: '.data',
  allowed: 'a folder, or memory',
  read: (text) => (text.includes('://') || text.includes('\0') ? undefined : text),
}

export const DURABILITY: Setting<Durability> = switchOf(
  'DURABILITY',
  { fsync: 'fsync', relaxed: 'relaxed' },
  'fsync',
)

/** A database server wins over the folder, and is as durable as it is itself. */
export function databaseOf(settings: {
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly durability: Durability
}): DatabaseConfig {
  const { databaseUrl: url, dataDir: dir, durability } = settings
  if (url !== null) return { kind: 'server', url }
  return dir === 'memory' ? { kind: 'memory' } : { kind: 'embedded', dir, durability }
}

/** The server's URL without its password and without its parameters, which may hold one too. */
export function withoutPassword(url: string): string {
  const { protocol, username, password, host, pathname } = new URL(url)
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':…'}@`
  return `${protocol}//${user}${host}${pathname}`
}
