import { expect, test } from 'bun:test'
import { answersWithKeptHeaders } from '../../../src/api/pipeline/kept-headers'

test('each answer has the headers that it wants, and none of the one before', () => {
  const answer = answersWithKeptHeaders()
  const answered = [
    { 'x-service-request-id': 'r1', 'x-ratelimit-remaining': '9', vary: 'Origin' },
    { 'x-service-request-id': 'r2', 'x-ratelimit-remaining': '9' },
    { 'x-service-request-id': 'r2', 'x-ratelimit-remaining': undefined, vary: 'Origin' },
  ].map((wanted) => answer('', wanted))
  expect(answered.map(({ headers }) => Object.fromEntries(headers))).toEqual([
    expect.objectContaining({ 'x-service-request-id': 'r1', vary: 'Origin' }),
    expect.not.objectContaining({ vary: 'Origin' }),
    expect.not.objectContaining({ 'x-ratelimit-remaining': '9' }),
  ])
})

test('an answer keeps its headers while the next one is made, and its own changes to itself', () => {
  const answer = answersWithKeptHeaders()
  const first = answer('', { 'x-service-request-id': 'r1' })
  first.headers.set('connection', 'close')
  const second = answer('', { 'x-service-request-id': 'r2' })
  expect(first.headers.get('x-service-request-id')).toBe('r1')
  expect(second.headers.get('x-service-request-id')).toBe('r2')
  expect(second.headers.has('connection')).toBe(false)
})
