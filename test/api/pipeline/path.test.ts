import { expect, test } from 'bun:test'
import { pathOf } from '../../../src/http/addresses'

test.each([
  ['http://localhost:3000/readyz', '/readyz'],
  ['http://localhost:3000/v1/orders?limit=1', '/v1/orders'],
  ['http://localhost', '/'],
  ['/readyz', '/readyz'],
  ['/v1/orders?from=a/b', '/v1/orders'],
])('the path of %s, also of a request of HTTP 1.0 without a host, is %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})
