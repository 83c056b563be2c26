/** Plants each fault in a server of its own, and looks how soon the simulation finds it. */
import { MUTANTS } from './mutants'
import type { Session } from './session'

const ENTRY = `${import.meta.dir}/simulate.ts`

export interface Hunted {
  readonly name: string
  /** Null: it was not found. */
  readonly finding: Session['findings'][number] | null
}

/** In a process of its own: a file that is loaded stays as it is. */
export async function hunt(name: string, given: readonly string[]): Promise<Hunted> {
  const child = Bun.spawn([process.execPath, ENTRY, '--mutant', name, '--json', ...given], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const told = await new Response(child.stdout).text()
  await child.exited
  // safe: the command's own output, with --json.
  const session = JSON.parse(told) as Session
  return { name, finding: session.findings[0] ?? null }
}

/** A table of all of them; true: each was found. */
export async function huntAll(
  given: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  let missed = 0
  say('| planted fault | found by seed | as | commands |')
  say('| --- | ---: | --- | ---: |')
  for (const { name } of MUTANTS) {
    const { finding } = await hunt(name, given)
    if (finding === null) missed++
    say(
      finding === null
        ? `| ${name} | not found | | |`
        : `| ${name} | ${finding.seed} | ${finding.kind} | ${finding.commands} |`,
    )
  }
  say(`${MUTANTS.length - missed} of ${MUTANTS.length} planted faults were found`)
  return missed === 0
}
