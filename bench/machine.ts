/** Describes the machine and the software of a run. */
import { cpus, totalmem } from 'node:os'

export function describeMachine(): string {
  const [cpu] = cpus()
  const gib = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${gib} GiB`
}

/** The short hash, with `+` if files differ from it. */
export function describeCommit(): string {
  const hash = git('rev-parse', '--short', 'HEAD')
  return hash === '' ? 'not a git checkout' : `${hash}${git('status', '--porcelain') && '+'}`
}

function git(...args: readonly string[]): string {
  return Bun.spawnSync(['git', ...args], { cwd: import.meta.dir, stderr: 'ignore' })
    .stdout.toString()
    .trim()
}
