/** Why the server cannot start: one line for its operator, which ends with the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
