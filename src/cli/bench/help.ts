export const BENCH_HELP = `\
Measures what a server does in a second on this machine, and how long its clients wait.

  paper bench [--seconds N] [--connections N] [--json]

  --seconds N      how long each measurement takes: 5 unless given
  --connections N  how many clients ask at once, each one request after the other; 16 without it
  --json           prints the figures as one JSON object

It starts a server of its own with a new folder, which it removes. Orders are durable, as they are
in any server. The clients share the processors with the server, so one that has them to itself does
more. In a clone, bun run bench measures the server beside bare servers and statements.`
