/**
 * TLS to a PostgreSQL server as its URL asks for it, with libpq's parameters [run.server-tls].
 * postgres.js reads
 * `sslmode` and leaves out the files that go with it.
 */
import { readFileSync } from 'node:fs'
import type { Options, PostgresType } from 'postgres'
import { reasonOf } from '../lib/text'
import { StartError } from './errors'

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
/** Others do not look at the server's certificate, or may go on without TLS. */
const WITH_FILES = ['require', 'verify-ca', 'verify-full']

type Tls = Pick<Options<{ instant: PostgresType<string> }>, 'ssl'>

export interface ServerTarget {
  /** Without the parameters that are read here. */
  readonly url: string
  /** Empty: as postgres.js reads it from the URL. */
  readonly tls: Tls
}

/** Throws a StartError that names the file that cannot be read, or what is missing. */
export function serverTarget(databaseUrl: string): ServerTarget {
  const url = new URL(databaseUrl)
  const { searchParams } = url
  const mode = searchParams.get('sslmode') ?? ''
  // `system` are the authorities that Bun knows, which postgres.js takes.
  const named = FILES.filter((name) => (searchParams.get(name) ?? 'system') !== 'system')
  if (named.length === 0 && mode !== 'verify-ca') return { url: databaseUrl, tls: {} }
  if (!WITH_FILES.includes(mode)) {
    throw new StartError(
      `DATABASE_URL has ${named.join(' and ')} without sslmode=${WITH_FILES.join(', ')}: ` +
        'say which.',
    )
  }
  const [ca, cert, key] = FILES.map((name) =>
    named.includes(name) ? contentOf(name, searchParams.get(name) ?? '') : undefined,
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
      // Whichever name it has.
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
      `Cannot read ${path} (${parameter} of DATABASE_URL): ${reasonOf(error)}; ` +
        'name a file in PEM form that this user may read.',
    )
  }
}
