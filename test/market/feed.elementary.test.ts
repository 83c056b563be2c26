/** Compares our exp and ln with the engine's; engines differ from each other by a bit. */
import { expect, test } from 'bun:test'
import { exp, ln, normalQuantile } from '../../src/market/feeds/simulated/elementary'

test('exp is right to 15 digits', () => {
  for (let x = -30; x < 30; x += 0.0137) {
    expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(2e-15)
  }
})

test('ln is right to 14 digits', () => {
  for (let x = 1e-10; x < 1e10; x *= 1.0137) {
    expect(Math.abs(ln(x) - Math.log(x))).toBeLessThan(1e-14)
  }
})

test('the normal quantiles are those of the tables', () => {
  const quantiles = [0.5, 0.975, 0.025, 0.001].map((p) => normalQuantile(p).toFixed(6))
  expect(quantiles).toEqual(['0.000000', '1.959964', '-1.959964', '-3.090232'])
})

test('exp never falls while its argument rises, across the seams of its range reduction', () => {
  const seam = Math.LN2 / 128
  for (let n = -1_280; n <= 1_280; n++) {
    const x = (2 * n + 1) * seam
    expect(exp(x + 1e-15 * Math.max(1, Math.abs(x)))).toBeGreaterThanOrEqual(exp(x))
  }
})
