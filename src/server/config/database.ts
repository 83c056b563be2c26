/**
 * The database: DATABASE_URL [run.database], DATA_DIR [run.folder], DURABILITY [run.durability].
 */
import type { DatabaseConfig, Durability } from '../../postgres/database'
import { type Setting, switchOf } from './setting'

// An `@` after the host means that the password has an unescaped `/`, `?` or `#`. The rest of the
// password would then be taken for the name of a database, and be shown.
const SERVER_URL = /^postgres(?:ql)?:\/\/[^/?#]+(?:\/[^/?#@:]*)?(?:\?[^#@]*)?$/

/** Refuses the percent-encoded path of a socket, which would be taken for an unknown host. */
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
  const { protocol, username, password, host, pathname } = new URL(url)
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':…'}@`
  return `${protocol}//${user}${host}${pathname}`
}
