export const EXEC_HELP = `\
Runs a command beside a broker of its own, and ends with the command's exit status.

  paper exec COMMAND…

for example

  paper exec pytest -q
  paper exec --clock 2026-03-02T09:25-05:00 --cash 50000 node bot.js

Options of exec come before the command, and those of the command after it.

The broker is in memory, on a free port of this machine, and gone when the command ends. Its clock
stands still until the command moves it (POST /sandbox/clock). The command finds in its environment

  PAPER_URL                                  where the broker is
  PAPER_CLIENT_ID, PAPER_CLIENT_SECRET       a client with one account
  SANDBOX_KEY                                for the header X-Sandbox-Key of the controls

--clock TIME       the market's time at the start; a Monday, 10:00 in New York, when left out
--speed N          market seconds per second; 0 when left out
--seed N           of the simulated prices; 1 when left out
--cash USD         of each new account
--profile NAME     how orders fill: ideal, standard or strict
--scenario FILE    what happens in the market, and what is expected: docs/testing.md
--junit FILE       writes what became of the scenario as JUnit's XML
--record FILE      keeps the run, which paper verify FILE plays again
--set NAME=VALUE   any other variable of the server, any number of times

A run is recorded on a clock that stands still between the moves of the command. Calls that can
change something are carried out one after the other then: an order waits for an advance.

A scenario of which a line failed ends with status 1 where the command's own is 0.

What this command itself says goes to the standard error.`
