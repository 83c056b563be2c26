/** Commands as a shell takes them. */
import { expect, test } from 'bun:test'
import { $ } from 'bun'
import { shellLine } from '../../src/lib/text'

const WORDS = ['bun', '-e', 'process.exit(1)', "it's", '', '$HOME', 'a b', 'bot.test.ts'] as const

test('a shell reads the words of a command as they were', async () => {
  const read = await $`sh -c ${`printf '%s\n' ${shellLine(WORDS)}`}`.text()
  expect(read.split('\n').slice(0, -1)).toEqual([...WORDS])
})

test('a command of plain words stays as it is', () => {
  expect(shellLine(['bun', 'test', '--seed=1', 'bot.test.ts'])).toBe(
    'bun test --seed=1 bot.test.ts',
  )
})
