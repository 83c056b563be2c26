export const AUDIT_HELP = `\
Checks the books of a database: that every account's cash, shares and holds follow from its orders,
fills and adjustments, that every order follows from its events, and that no event is missing.

  paper audit [--json]

  --json      prints what it found as one JSON object

It reads the server's database (DATABASE_URL, or DATA_DIR) and changes nothing. Servers may go on
trading. One that has an embedded database open does the work itself, between its requests. It goes
through the accounts a hundred at a time, so that its own memory does not grow with them.

Of an embedded database it also looks at every page of every table. What a damaged page keeps it
from reading is named, with the checks that could not be made, and it goes on with the rest.

The exit status is 0 if the books are right, and 1 if something is wrong or damaged: each finding
names the check, the account, and what was expected and found.`
