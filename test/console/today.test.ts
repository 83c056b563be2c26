/** Today's gain on the console. */
import { describe, expect, test } from 'bun:test'
import { todaysGain } from '../../src/clients/console/data/todays-gain'

const FRIDAY_CLOSE = '2026-02-28T06:00:00.000+09:00'
const MONDAY_CLOSE = '2026-03-03T06:00:00.000+09:00'
const NOW = '2026-03-03T06:00:04.000+09:00'

const point = (time: string, totalAssetAmount: string, capitalAmount = '100000.00') => ({
  time,
  totalAssetAmount,
  capitalAmount,
})
const FRIDAY = point(FRIDAY_CLOSE, '101000.00')
const MONDAY = point(MONDAY_CLOSE, '104265.50')

const during = (session: string, tradingDate: string | null, next: string | null = 'PRE') => ({
  session,
  tradingDate,
  nextOpening: next === null ? null : { session: next },
})

describe('[console.today] today’s gain', () => {
  test('counts from the close before the trading date, until the next one begins', () => {
    const before = [FRIDAY, point(NOW, '104000.00')]
    const after = [FRIDAY, MONDAY, point(NOW, '104300.00')]
    const gain = { amount: '3265.5', percent: '3.23' }
    expect(todaysGain('104265.50', before, during('REGULAR', '2026-03-02'))).toEqual(gain)
    expect(todaysGain('104265.50', after, during('AFTER', '2026-03-02'))).toEqual(gain)
    expect(todaysGain('104365.50', after, during('DAY', '2026-03-03'))?.amount).toBe('100')
  })

  test('stays over a weekend, in which the next trading date has not begun', () => {
    const points = [FRIDAY, MONDAY, point(NOW, '104265.50')]
    const closed = during('CLOSED', '2026-03-03', 'DAY')
    expect(todaysGain('104265.50', points, closed)?.amount).toBe('3265.5')
    expect(todaysGain('104265.50', points, during('CLOSED', null, null))?.amount).toBe('3265.5')
  })

  test('begins again with DAY, and goes on through the gap before PRE', () => {
    const points = [FRIDAY, MONDAY, point(NOW, '104265.50')]
    expect(todaysGain('104265.50', points, during('CLOSED', '2026-03-03', 'PRE'))?.amount).toBe('0')
  })

  test('of an account without a close counts from its initial cash', () => {
    const gain = todaysGain('100031.30', [point(NOW, '100031.30')], during('REGULAR', '2026-03-02'))
    expect(gain).toEqual({ amount: '31.3', percent: '0.03' })
  })

  test('ignores resets and capital that was put in', () => {
    const reset = {
      ...point(NOW, '50010.00', '50000.00'),
      resetAt: '2026-03-03T01:00:00.000+09:00',
    }
    const monday = during('REGULAR', '2026-03-02')
    expect(todaysGain('50010.00', [FRIDAY, reset], monday)?.amount).toBe('10')
    const paidIn = point(NOW, '151500.00', '150000.00')
    expect(todaysGain('151500.00', [FRIDAY, paidIn], monday)?.amount).toBe('500')
  })

  test('is unknown before the account and the clock have been read', () => {
    expect(todaysGain('1.00', [], during('REGULAR', '2026-03-02'))).toBeNull()
  })
})
