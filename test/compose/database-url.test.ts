/** A DATABASE_URL that names several hosts: what is taken, what is refused, and what is shown. */
import { describe, expect, test } from 'bun:test'
import { describeConfig, readConfig } from '../../src/server/config/config'

const urlOf = (hosts: string): string => `postgres://trader:hunter,2@${hosts}`

describe('[run.hosts] DATABASE_URL', () => {
  test.each([
    'h1:5432,h2:5433/paper',
    'h1,h2,h3/paper',
    '10.0.0.1:5432,[::1]:5433/paper',
    'h1,h2/paper?target_session_attrs=read-write&sslmode=require',
    'h1,h2',
  ])('with the hosts %s is taken as it is, and shown without its password', (hosts) => {
    const read = readConfig({ DATABASE_URL: urlOf(hosts) })
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    expect(read.config.database).toEqual({ kind: 'server', url: urlOf(hosts) })
    const shown = describeConfig(read.config).find((line) => line.startsWith('database '))
    expect(shown).toBe(`database      postgres://trader:…@${hosts.split('?')[0]}`)
  })

  test.each([
    'h1,/paper',
    ',h2/paper',
    'h1,,h2/paper',
    'h1:5432:5433,h2/paper',
    'h1:port,h2/paper',
    'h1:70000,h2/paper',
    'h1,h2 /paper',
    'h1,%2Fvar%2Frun/paper',
    'h1/paper,h2/paper',
    'h1,trader:hunter2@h2/paper',
    'h1,h2/paper?target_session_attrs=standby',
    'h1,h2/paper?search_path=mine',
  ])('with the hosts %s is refused, and not shown', (hosts) => {
    expect(readConfig({ DATABASE_URL: urlOf(hosts) })).toEqual({
      faults: [
        {
          variable: 'DATABASE_URL',
          value: 'postgres://… (not shown)',
          allowed: expect.stringContaining('or several as host:port,host:port'),
        },
      ],
    })
  })
})
