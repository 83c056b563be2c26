export const DEMO_HELP = `\
Plays a first trade from end to end, in a few seconds, on a server and a database of its own.

  paper demo [--json]

  --json   prints each step as one line of JSON

It needs no network, leaves nothing behind, and ends by itself. Its exit status is 1 when something
does not come out as it should.`
