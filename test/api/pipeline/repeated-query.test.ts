/** Compares the check of a query string with the standard's own parser. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { repeatedOrEmpty } from '../../../src/http/shapes'

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
