/** The check of a query string: beside the standard's own parser, and what it keeps. */
import { expect, test } from 'bun:test'
import { t } from 'elysia'
import fc from 'fast-check'
import { queryCheck, repeatedOrEmpty } from '../../../src/http/request'
import { query } from '../../../src/http/wire/query'

function byTheStandard(search: string): string | undefined {
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(search)) {
    if (seen.has(name) || value === '') return name
    seen.add(name)
  }
  return undefined
}

test('[request.repeated-query] [request.empty-query] a query is refused for the parameter that the standard finds twice or empty', () => {
  const piece = fc.constantFrom('a', 'b', 'symbols', '=', '&', '%3D', '%26', '+', ',', '?', '#', '')
  const search = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(search, (sent) => {
      const { search: asArrived } = new URL(`http://localhost/v1/orders?${sent}`)
      const url = `http://localhost/v1/orders${asArrived}`
      expect(repeatedOrEmpty(url)?.param).toBe(byTheStandard(asArrived))
    }),
    { numRuns: 5_000 },
  )
})

test('only so many checked queries are kept, and no long one; all are read', () => {
  const symbols = t.String({ description: 'Symbols.', examples: ['AAPL'] })
  const check = queryCheck(query({ symbols }))
  const of = (wanted: string) => check(`http://localhost/quotes?symbols=${wanted}`)
  const kept = of('BRK%2EB')
  expect(kept).toMatchObject({ query: { symbols: 'BRK.B' } })
  expect(of('BRK%2EB')).toBe(kept)
  for (let count = 0; count < 1_000; count++) of(`S${count}`)
  expect(of('BRK%2EB')).toEqual(kept)
  expect(of('BRK%2EB')).not.toBe(kept)
  const long = 'A'.repeat(3_000)
  expect(of(long)).not.toBe(of(long))
})
