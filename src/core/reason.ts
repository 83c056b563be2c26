/**
 * Why something failed, as one line: of a failed query the database's reason, not its text. An
 * error without a message, such as that of a refused connection, has a code.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(String(error))
  const cause = error.cause instanceof Error ? error.cause.message : ''
  const code = 'code' in error ? String(error.code) : ''
  return firstLine(cause || error.message || code)
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
