/** Worlds that are played in several processes at once, each with a part of the seeds. */
import type { Asked, Played } from './session'

const ENTRY = `${import.meta.dir}/simulate.ts`

/** As they end, in no order. */
export async function* playedBy(jobs: number, asked: Asked): AsyncGenerator<Played> {
  const ended: Played[] = []
  let wake = Promise.withResolvers<void>()
  const tell = (played: Played): void => {
    ended.push(played)
    wake.resolve()
  }
  const children = partsOf(asked, jobs).map((part) => play(part, tell))
  let isOver = false
  const all = Promise.all(children.map(({ done }) => done)).finally(() => {
    isOver = true
    wake.resolve()
  })
  all.catch(() => {})
  try {
    while (!isOver || ended.length > 0) {
      yield* ended.splice(0)
      if (isOver) continue
      await wake.promise
      wake = Promise.withResolvers()
    }
    await all
  } finally {
    for (const { end } of children) end()
  }
}

function partsOf(asked: Asked, jobs: number): readonly Asked[] {
  const { first, seeds } = asked
  const starts = Array.from({ length: jobs + 1 }, (_, job) => Math.floor((job * seeds) / jobs))
  return starts.slice(0, -1).flatMap((start, job) => {
    const count = (starts[job + 1] ?? seeds) - start
    return count === 0 ? [] : [{ ...asked, first: first + start, seeds: count }]
  })
}

function play({ first, seeds, calls, kind, shrinkRuns }: Asked, tell: (played: Played) => void) {
  const given = { from: first, seeds, commands: calls, shrink: shrinkRuns }
  const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)])
  const on = kind === 'postgres' ? ['--postgres'] : []
  const child = Bun.spawn([process.execPath, ENTRY, '--lines', ...on, ...options], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  async function follow(): Promise<void> {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of child.stdout) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      // safe: the command's own output, with --lines.
      for (const line of lines) tell(JSON.parse(line) as Played)
    }
    const status = await child.exited
    if (status !== 0) throw new Error(`a process of the simulation ended with status ${status}`)
  }
  return { done: follow(), end: () => child.kill() }
}
