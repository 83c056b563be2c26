export const CHAOS_HELP = `\
Runs a command beside brokers on bad networks, one for each seed, and names the smallest seed for
which it fails.

  paper chaos COMMAND…

for example

  paper chaos --seeds 100 bun test bot.chaos.test.ts

Each seed has a broker of its own, as with paper exec, and draws which requests of the command are
struck: one in four is lost, its answer is lost or late, or it is answered 429 or 503. The controls
and the token endpoint are spared. The command passes with status 0; it looks itself whether its
orders, its cash and its shares are as they should be. The stream of order events is not carried.

--seeds N  tries the seeds from 1 to N; 100 when left out
--seed N   tries this one alone, as often as you like: the same faults for the same requests

The command finds the variables of paper exec, and CHAOS_SEED. A failure shows its output.`
