export const WATCH_HELP = `\
Shows an account's orders as they change, until Ctrl-C.

  bun run watch [--url URL] [--client-id ID] [--client-secret SECRET] [--account ACCOUNT_ID]
                [--since N] [--json]

  --url            the server; http://127.0.0.1:3000 where it is left out (PORT)
  --client-id      the key to watch with (PAPER_CLIENT_ID); bun run keys create makes one
  --client-secret  of that key (PAPER_CLIENT_SECRET, which no list of processes shows)
  --account        which account, for a client that has several
  --since          also the events after number N; 0 is all of them
  --json           each event as one line of JSON

On a terminal: the open orders and the last events, drawn anew. Elsewhere, or with --since: a line
for each event. Connections that are lost are made again, and no event is missed. Times are New
York's.`
