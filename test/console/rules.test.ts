/** Texts for the rules of an explanation. */
import { expect, test } from 'bun:test'
import { ruleText } from '../../src/clients/console/parts/rules'
import { END_RULES, FILL_RULES, WAIT_RULES } from '../../src/core/order/explain/steps'

test('every rule of an explanation has a text in both languages, and nothing else has', () => {
  const rules = [...WAIT_RULES, ...FILL_RULES, ...END_RULES].sort()
  expect(Object.keys(ruleText.both.en).sort()).toEqual(rules)
  expect(Object.keys(ruleText.both.ko).sort()).toEqual(rules)
})
