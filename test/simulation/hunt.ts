/** Plants each fault in a server of its own, and looks how soon the simulation finds it. */
import type { Kind } from './commands'
import { MUTANTS_ON } from './mutants'
import type { Session } from './session'

const ENTRY = `${import.meta.dir}/simulate.ts`

export interface Hunted {
  readonly name: string
  /** Null if it was not found. */
  readonly finding: Session['findings'][number] | null
}

/** In a process of its own: a file that is loaded stays as it is. */
export async function hunt(name: string, kind: Kind, given: readonly string[]): Promise<Hunted> {
  const on = kind === 'postgres' ? ['--postgres'] : []
  const child = Bun.spawn([process.execPath, ENTRY, ...on, '--mutant', name, '--json', ...given], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const told = await new Response(child.stdout).text()
  await child.exited
  // safe: the command's own output, with --json.
  const session = JSON.parse(told) as Session
  return { name, finding: session.findings[0] ?? null }
}

/** A table of all of them, so many hunted at once; true: each was found. */
export async function huntAll(
  kind: Kind,
  given: readonly string[],
  jobs: number,
  say: (line: string) => void,
): Promise<boolean> {
  const mutants = MUTANTS_ON[kind]
  const left = mutants.map(({ name }) => ({ name, hunted: Promise.withResolvers<Hunted>() }))
  const inOrder = left.map(({ hunted }) => hunted.promise)
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      next.hunted.resolve(await hunt(next.name, kind, given))
    }
  }
  const working = Promise.all(Array.from({ length: jobs }, work))
  let found = 0
  say('| planted fault | found by seed | as | commands |')
  say('| --- | ---: | --- | ---: |')
  for (const each of inOrder) {
    const { name, finding } = await Promise.race([each, working.then(() => each)])
    if (finding !== null) found++
    const { seed, kind, commands } = finding ?? { seed: 'not found', kind: '', commands: '' }
    say(`| ${name} | ${seed} | ${kind} | ${commands} |`)
  }
  say(`${found} of ${mutants.length} planted faults were found`)
  return found === mutants.length
}
