/** `bun run demo --help`. */
export const DEMO_HELP = `\
Shows a first trade from end to end, in a few seconds, on a server and a database of its own.

  bun run demo

It needs no network, leaves nothing behind, and ends by itself. Its exit status is 1 when something
did not come out as it should.`
