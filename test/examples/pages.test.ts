/**
 * The pages' commands as their readers have them: README.md's server, and one shell into which
 * every other block is pasted, in the order of the pages. To add a page, name it in PAGES.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const PAGES = ['README.md'] as const

/** Blocks that are not pasted, by their first words, and why. */
const NOT_PASTED: readonly (readonly [page: string, begins: string, why: string])[] = [
  ['README.md', 'bun install && bun run demo', 'test/reliability/demo.test.ts runs the demo'],
  ['README.md', 'MARKET_CLOCK=2026-03-02T10:00-05:00', 'it starts the server of all the others'],
  ['README.md', 'bun run paper keys list', 'test/package packs, builds, and runs what it has made'],
  ['README.md', 'bun install && bun test', 'this is one of those tests'],
]

const pages = await Promise.all(
  PAGES.map(async (page) => {
    const blocks = (await Bun.file(join(ROOT, page)).text()).matchAll(/^```sh\n([\s\S]*?)^```/gm)
    return [...blocks].map(([, text = '']) => ({ page, text }))
  }),
)
const blocks = pages.flat()
const isLeftOut = ({ page, text }: (typeof blocks)[number]): boolean =>
  NOT_PASTED.some(([of, begins]) => of === page && text.startsWith(begins))
const start = blocks.find(({ text }) => text.includes('PAPER_CLIENT_ID='))?.text ?? ''
const credentials = start.match(/PAPER_CLIENT_\w+=\S+/g)?.join(' ')
const { PATH = '' } = process.env

test.each(NOT_PASTED)('%s: "%s …" is one block that is not pasted, since %s', (page, begins) => {
  expect(blocks.filter((one) => one.page === page && one.text.startsWith(begins))).toHaveLength(1)
})

test('every other block, pasted in order into one shell, is carried out', async () => {
  await using server = Bun.spawn(['bash', '-c', start.replace('bun run', 'exec bun run')], {
    cwd: ROOT,
    env: { PATH, LOG: 'text', PORT: '0' },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let said = ''
  const decoder = new TextDecoder()
  for await (const chunk of server.stdout) {
    said += decoder.decode(chunk, { stream: true })
    if (/^listening +\S+\s/m.test(said)) break
  }
  const host = /^listening +http:\/\/(\S+)/m.exec(said)?.[1] ?? said

  const pasted = blocks.filter((block) => !isLeftOut(block)).map(({ text }) => text)
  const shell = Bun.spawn(
    [
      'bash',
      '-c',
      `set -eo pipefail
      export PAPER_URL=http://${host} ${credentials}
      paper() { '${process.execPath}' --no-env-file '${ROOT}/src/paper.ts' "$@"; }
      # A refusal ends the shell with what it says.
      curl() { command curl --fail-with-body "$@"; echo; }
      ${pasted.join('\n').replaceAll('localhost:3000', host)}`,
    ],
    { cwd: ROOT, env: { PATH, NO_COLOR: '1' }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  )
  const [output, complaint] = await Promise.all([shell.stdout.text(), shell.stderr.text()])
  expect([await shell.exited, complaint, output]).toEqual([0, '', expect.any(String)])

  const answers = output.split('\n').filter((line) => /^\{"\w/.test(line))
  expect(answers.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
    'quotes',
    'orderId',
    'fills',
    'account',
  ])
  expect(output).toContain('"fills":[{')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
