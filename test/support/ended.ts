/** Programs that run to their end, against a server that may be too busy to carry out an order. */
import { until } from './until'

interface Running {
  readonly stdout: ReadableStream<Uint8Array>
  readonly stderr: ReadableStream<Uint8Array>
  readonly exited: Promise<number>
}

/** The exit status of a program, and what it has written. */
export async function endedOf({ stdout, stderr, exited }: Running) {
  const [said, complained] = await Promise.all([
    new Response(stdout).text(),
    new Response(stderr).text(),
  ])
  return { status: await exited, said, complained }
}

/** Runs a program again while it fails because the server had no time for it [request.deadline]. */
export const endedInTime = (start: () => Running) =>
  until(
    () => endedOf(start()),
    ({ status, said, complained }) => status === 0 || !(said + complained).includes('server-busy'),
  )
