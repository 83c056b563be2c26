/** A compiled program is started as it is; another one by Bun. */
export const ownProgram = (): readonly [string, ...string[]] =>
  Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]
