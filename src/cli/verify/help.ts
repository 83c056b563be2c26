export const VERIFY_HELP = `\
Plays a run that paper exec has recorded once more, and compares it byte by byte.

  paper verify FILE

In a clone it is bun run paper verify: bun run verify checks the clone itself.

The run begins with the version, the seed, the settings and the scenario, and has a line for each
call that could change the books, and for each event of an order. The calls are made again, one
after the other, on a new broker in memory; what comes of them must be the same text.

It ends with status 0 where it is. Otherwise it says in which line of the file what differs: a byte
that was changed, lines that are missing, or what came out otherwise.`
