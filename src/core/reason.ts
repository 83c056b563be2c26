/** Why something failed, as one line; of a failed query the database's reason, not its text. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  return (cause || said).split('\n')[0] ?? ''
}
