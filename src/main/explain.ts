/**
 * A fault of our own as the operator reads it: the first cause and where it arose. What wraps it,
 * such as a failed query with all its parameters, is pages long and may hold what no log should.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return explain(error.cause)
  const { stack = '', message } = error
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`
}
