/** Reasons for which a server cannot use a database, without a PostgreSQL server. */
import { describe, expect, test } from 'bun:test'
import { StartError } from '../../src/postgres/errors'
import { type Fitness, unfitFor, unfitPooling, withoutRights } from '../../src/postgres/fitness'
import { serverTargets } from '../../src/postgres/tls'
import { aFolder } from '../support/folders'

const FIT: Fitness = {
  isStandby: false,
  isReadOnly: false,
  encoding: 'UTF8',
  user: 'paper',
  database: 'market',
  migrated: null,
  mayCreateSchema: true,
  mayCreateTables: true,
  ownsTables: true,
}

describe('[run.fit-server] a database', () => {
  test('that is writable, UTF8 and its user’s own is fit', () => {
    expect([unfitFor(FIT), withoutRights(FIT)]).toEqual([undefined, undefined])
  })

  test.each([
    [{ isStandby: true }, 'is a standby'],
    [{ isReadOnly: true }, 'is read-only'],
    [{ encoding: 'LATIN1' }, 'has the encoding LATIN1'],
  ])('with %p is not', (change, fault) => {
    expect(unfitFor({ ...FIT, ...change })?.fault).toStartWith(fault)
  })

  test('needs the rights that are missing, and no more', () => {
    expect(withoutRights({ ...FIT, mayCreateTables: false })?.fault).toBe(
      'cannot be migrated by its user paper, who lacks CREATE on the schema public',
    )
    const migrated = { ...FIT, migrated: 'drizzle.__drizzle_migrations', mayCreateSchema: false }
    expect(withoutRights(migrated)).toBeUndefined()
    expect(withoutRights({ ...migrated, ownsTables: false })?.fault).toEndWith('of its tables')
  })
})

test('[run.pooler] a pooler by transaction or without a second session is unfit, one by session is fit', () => {
  expect(unfitPooling('by transaction')?.remedy).toContain('pool_mode=session')
  expect(unfitPooling('too small')?.remedy).toContain('default_pool_size')
  expect([unfitPooling('none'), unfitPooling('by session')]).toEqual([undefined, undefined])
})

describe('[run.server-tls] DATABASE_URL', () => {
  const URL_OF = 'postgres://paper@db.example/market'

  test('without certificates goes to the driver as it is', () => {
    const url = `${URL_OF}?sslmode=verify-full`
    expect(serverTargets(url)).toEqual([{ url, tls: {} }])
  })

  test('with a root certificate has the driver check the server by it', async () => {
    const file = `${await aFolder()}/ca.pem`
    await Bun.write(file, 'PEM')
    const [target] = serverTargets(`${URL_OF}?sslmode=verify-full&sslrootcert=${file}`)
    expect(target?.url).toBe(URL_OF)
    expect(target?.tls).toEqual({ ssl: { ca: 'PEM', rejectUnauthorized: true } })
  })

  test('that names a file which cannot be read stops the start, and names it', () => {
    expect(() =>
      serverTargets(`${URL_OF}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`),
    ).toThrow(StartError)
  })

  test('with certificates and no mode that uses them stops the start', () => {
    expect(() => serverTargets(`${URL_OF}?sslrootcert=/nowhere/ca.pem`)).toThrow(/sslmode=/)
  })
})
