/** README.md's session as its readers have it: a server, and one shell that all of it goes into. */
import { expect, test } from 'bun:test'

const ROOT = new URL('../..', import.meta.url).pathname
const readme = await Bun.file(`${ROOT}README.md`).text()
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
const start = blocks.find((block) => block.includes('PAPER_CLIENT_ID')) ?? ''
const session = blocks.filter((block) => block.includes('curl '))

test('every curl, pasted in order into one shell, is answered', async () => {
  const server = Bun.spawn(
    ['bash', '-c', `LOG=text PORT=0 ${start.replace('bun run', 'exec bun run')}`],
    {
      cwd: ROOT,
      stdout: 'pipe',
      stderr: 'ignore',
    },
  )
  let url = ''
  let said = ''
  const decoder = new TextDecoder()
  const reader = server.stdout.getReader()
  while (url === '') {
    const { done, value } = await reader.read()
    if (done) throw new Error(said)
    said += decoder.decode(value)
    url = /^listening +http:\/\/(\S+)/m.exec(said)?.[1] ?? ''
  }
  const pasted = session.join('\n').replaceAll('localhost:3000', url)
  // A refusal ends the shell with what it says.
  const strict = 'set -eo pipefail; curl() { command curl --fail-with-body "$@"; echo; }\n'
  const shell = Bun.spawn(['bash', '-c', strict + pasted], { stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  server.kill('SIGTERM')
  expect([await shell.exited, complaint, output]).toEqual([0, '', expect.any(String)])
  const answers = output
    .trim()
    .split('\n')
    .map((line) => Object.keys(JSON.parse(line))[0])
  expect(answers).toEqual(['quotes', 'orderId', 'fills'])
  expect(output).toContain('"fills":[{')
  expect(await server.exited).toBe(0)
})
