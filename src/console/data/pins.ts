/** The quotes that the sandbox has pinned. */
import { polled } from './polled'
import { callSandbox } from './sandbox'

interface Pin {
  readonly symbol: string
  readonly bidPrice: string
  readonly askPrice: string
  readonly pinnedAt: string
}

const EVERY_MS = 3_000

const isPin = (value: unknown): value is Pin =>
  typeof value === 'object' && value !== null && 'symbol' in value && 'pinnedAt' in value

export const pins = polled(async (from) => {
  const { quotes } = await callSandbox(from, 'GET', 'quotes')
  return Array.isArray(quotes) ? quotes.filter(isPin) : []
}, EVERY_MS)
