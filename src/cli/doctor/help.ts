export const DOCTOR_HELP = `\
Says what is wrong with a set-up, and what to do. It changes nothing.

  paper doctor [--json]

  --json      prints the findings as one JSON object

It looks at the variables of the environment, at Bun, the time zones, the limit of open files and
the port, and at the database: the folder (DATA_DIR) with its disk, its rights and its user, or the
PostgreSQL server (DATABASE_URL) with its version, its rights, its migrations and its clock. Where
PAPER_URL names a server, it asks that one whether it is ready, and whether it knows the key of
PAPER_CLIENT_ID and PAPER_CLIENT_SECRET.

The exit status is 1 where something keeps a server from starting or from working.`
