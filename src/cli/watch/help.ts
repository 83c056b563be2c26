export const WATCH_HELP = `\
Shows an account's orders as they change, until Ctrl-C.

  paper watch [--url URL] [--client-id ID] [--client-secret SECRET] [--account ACCOUNT_ID]
              [--since N] [--json]

  --url            the server's URL: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id      the client's id (PAPER_CLIENT_ID); paper keys create makes a client
  --client-secret  its secret (PAPER_CLIENT_SECRET, which no list of processes shows)
  --account        the account to watch, for a client that has several (PAPER_ACCOUNT_ID)
  --since          also shows the events after number N; 0 shows all
  --json           prints each event as one line of JSON

On a terminal it shows the open orders and the last events, and keeps them up to date. Elsewhere, or
with --since or --json, it prints one line for each event. It reconnects by itself and misses no
event. Times are New York's, but in JSON they are the API's.`
