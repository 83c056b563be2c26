/** docs/faults.md has a line for every code, every status and every state of an order. */
import { describe, expect, test } from 'bun:test'
import { ORDER_STATUSES } from '../../src/core/order/order'
import { REFUSALS, STATUS_OF_TYPE } from '../../src/core/refusals'
import { adviceRows, faultLines } from '../support/fault-lines'

const lines = faultLines()
const expected = lines.map((line) => line.expected)

/** Words of the page for the catalogue's. */
const RETRIES = { later: 'later', 'after-change': 'after a change', never: 'never' } as const

/** What to add to the page's last table. */
const rowOf = (code: string, status: number): string =>
  `| \`${code}\` | \`PUT /sandbox/faults {"route":"placeOrder","code":"${code}","times":1}\` ` +
  `| \`${status} ${code}\` |`

describe('docs/faults.md', () => {
  test('[fault.force] has a line for every code, and for no other', () => {
    const known = Object.entries(REFUSALS).map(([code, { type }]) => ({
      code,
      row: rowOf(code, STATUS_OF_TYPE[type]),
    }))
    const forced = new Set(
      lines
        .filter(({ section }) => section === 'Every code')
        .map(({ expected }) => expected.split(' ')[1]),
    )
    expect(known.filter(({ code }) => !forced.has(code)).map(({ row }) => row)).toEqual([])
    expect(forced.size).toBe(known.length)
  })

  test('[fault.force] has a line for every status of the contract', () => {
    const missing = Object.values(STATUS_OF_TYPE).filter(
      (status) => !expected.some((each) => each.startsWith(`${status} `)),
    )
    expect(missing).toEqual([])
  })

  test('[error.catalogue] says of every code what a bot does, as the catalogue says of retries', () => {
    const advised = adviceRows()
    const missing = Object.entries(REFUSALS).filter(([code, { type, retry }]) => {
      const status = String(STATUS_OF_TYPE[type])
      const named = advised.find(({ codes }) => codes.includes(code))
      const rows = named === undefined ? advised : [named]
      return !rows.some((row) => row.answers.includes(status) && row.again === RETRIES[retry])
    })
    expect(missing.map(([code, { retry }]) => `${code}: ${RETRIES[retry]}`)).toEqual([])
    const known = Object.keys(REFUSALS)
    expect(advised.flatMap(({ codes }) => codes).filter((code) => !known.includes(code))).toEqual(
      [],
    )
  })

  test('[outcome.force] has a line for every state of an order', () => {
    const states = lines.filter(({ section }) => section === 'Orders')
    const missing = ORDER_STATUSES.filter(
      (status) => !states.some((line) => line.expected.includes(status)),
    )
    expect(missing).toEqual([])
  })
})
