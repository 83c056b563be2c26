export const EXPLAIN_HELP = `\
Tells why an order has not filled, or why at its prices.

  paper explain ORDER_ID [--url URL] [--client-id ID] [--client-secret SECRET]
                [--account ACCOUNT_ID] [--json]

  --url            the server's URL: PAPER_URL, or http://127.0.0.1:3000 (PORT)
  --client-id      the client's id (PAPER_CLIENT_ID); paper keys create makes a client
  --client-secret  its secret (PAPER_CLIENT_SECRET, which no list of processes shows)
  --account        the order's account, for a client that has several (PAPER_ACCOUNT_ID)
  --json           prints each step as one line of JSON

Each line is a run of ticks with one rule that kept the order from filling, a fill, or the order's
end. Times are New York's, but in JSON they are the API's.`
