/**
 * Reads the TLS parameters of libpq from a database URL [run.server-tls]. postgres.js itself reads
 * `sslmode`, and ignores the parameters with files.
 */
import { readFileSync } from 'node:fs'
import type { Options, PostgresType } from 'postgres'
import { urlsOfHosts } from '../lib/database-url'
import { errorMessage } from '../lib/text'
import { StartError } from './errors'

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
/** libpq's parameter for a choice among hosts. */
const SESSION = 'target_session_attrs'
/** The modes that allow files. The others do not check certificates, or may connect without TLS. */
const WITH_FILES = ['require', 'verify-ca', 'verify-full']

type Tls = Pick<Options<{ instant: PostgresType<string> }>, 'ssl'>

export interface ServerTarget {
  /** The URL of one host, without the parameters that are read here. */
  readonly url: string
  /** Empty if postgres.js reads the parameters from the URL. */
  readonly tls: Tls
}

/**
 * A target for each host that the URL names. Throws a StartError if a file cannot be read, or if
 * `sslmode` does not fit.
 */
export const serverTargets = (databaseUrl: string): readonly ServerTarget[] =>
  (urlsOfHosts(databaseUrl) ?? [databaseUrl]).map(targetOf)

function targetOf(databaseUrl: string): ServerTarget {
  const url = new URL(databaseUrl)
  const { searchParams } = url
  // The start and each connection look for the server that takes changes, if there are several.
  const asksForPrimary = searchParams.has(SESSION)
  searchParams.delete(SESSION)
  const mode = searchParams.get('sslmode') ?? ''
  // `system` means the authorities of Bun, which postgres.js uses.
  const files = FILES.filter((name) => (searchParams.get(name) ?? 'system') !== 'system')
  if (files.length === 0 && mode !== 'verify-ca') {
    return { url: asksForPrimary ? url.href : databaseUrl, tls: {} }
  }
  if (!WITH_FILES.includes(mode)) {
    throw new StartError(
      `DATABASE_URL has ${files.join(' and ')} without sslmode=${WITH_FILES.join(', ')}: ` +
        'say which.',
    )
  }
  const [ca, cert, key] = FILES.map((name) =>
    files.includes(name) ? contentOf(name, searchParams.get(name) ?? '') : undefined,
  )
  for (const name of ['sslmode', ...FILES]) searchParams.delete(name)
  // As libpq: `require` with a root certificate is `verify-ca`.
  const checksServer = mode !== 'require' || ca !== undefined
  const tls: Tls = {
    ssl: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      rejectUnauthorized: checksServer,
      // Only `verify-full` checks the server's name.
      ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    },
  }
  return { url: url.href, tls }
}

function contentOf(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot read ${path} (${parameter} of DATABASE_URL): ${errorMessage(error)}; ` +
        'name a file in PEM form that this user may read.',
    )
  }
}
