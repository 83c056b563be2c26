/** Names and dates of the console in both languages. */
import { afterEach, expect, test } from 'bun:test'
import { newYorkMs } from '../../src/clients/console/data/time'
import { shortly } from '../../src/clients/console/parts/rules'
import { language } from '../../src/clients/console/shell/preferences'
import { sessionName } from '../../src/clients/console/shell/text'
import { NEW_YORK_ZONE, weekdayAndDay } from '../../src/clients/console/ui/when'
import { AWAITED } from '../../src/market/auctions'

afterEach(() => {
  language.value = 'en'
})

test('whatever an order waits for has a name in Korean', () => {
  language.value = 'ko'
  expect(AWAITED.filter((code) => sessionName(code) === code)).toEqual([])
})

test('a weekday stands before the date in English, and after it in Korean', () => {
  const day = () => weekdayAndDay(newYorkMs('2026-03-02', '10:00'), NEW_YORK_ZONE)
  expect(day()).toBe('Mon 2 Mar')
  language.value = 'ko'
  expect(day()).toBe('3월 2일 (월)')
})

test('a rule says how far the price was away', () => {
  const step = { rule: 'limit-not-reached', missedBy: 31.77 } as const
  expect(shortly(step)).toBe('limit not reached (missed by 31.77)')
  language.value = 'ko'
  expect(shortly(step)).toBe('지정가 미도달 (지정가와 31.77 차이)')
})
