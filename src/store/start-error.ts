/** Why the server cannot start, as the one line that its operator reads; ends with what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
