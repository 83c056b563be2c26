/** What the server writes on its terminal while it runs. */
import type { Reports } from '../compose/reports'

export const reports: Reports = {
  request: ({ method, path, requestId, error }) =>
    console.error(
      `${method} ${path} failed (request id ${requestId ?? 'unknown'}): ${explain(error)}`,
    ),
  background: (what, error) => console.error(`${what}: ${explain(error)}`),
  notice: (text) => console.error(text),
  scenario: (line) => console.log(line),
  progress: (text) => console.log(text),
}

/**
 * The first cause of a fault of our own, and where it arose. The errors around it, such as a failed
 * query with all its parameters, fill pages and may hold what no log should.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return explain(error.cause)
  const { stack = '', message } = error
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}
