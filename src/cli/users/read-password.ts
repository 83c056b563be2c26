/** A password from the person at the terminal, without showing it, or from a pipe. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line; undefined where there is none. */
export async function readPassword(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write(prompt)
  // The line editor echoes what it reads: here to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}
