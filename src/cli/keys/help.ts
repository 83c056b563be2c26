export const KEYS_HELP = `\
Makes and changes the keys of the API: clients, their secrets and their accounts.

  bun run keys create [--scope TRADE|READ_ONLY] [--name NAME]
                      [--accounts N] [--cash USD] [--profile PROFILE]
                      | [--account ACCOUNT_ID …]
  bun run keys list
  bun run keys rotate CLIENT_ID
  bun run keys revoke CLIENT_ID
  bun run keys disable CLIENT_ID
  bun run keys enable CLIENT_ID
  bun run keys add-account CLIENT_ID [--cash USD] [--profile PROFILE] | [--account ACCOUNT_ID]
  bun run keys remove-account CLIENT_ID ACCOUNT_ID

  create          a client with one new account, with N (up to 50), or with accounts that exist;
                  NAME is the user whose key it is (console), and a user's clients may share
                  accounts; a READ_ONLY client can neither place nor cancel orders
  list            every client, never a secret
  rotate          a new secret: the old one is refused at once, and the client's tokens are revoked
                  (where PAPER_CLIENT_ID names it, set PAPER_CLIENT_SECRET before the next start)
  revoke          ends the client's tokens; the secret stays and gets new ones
  disable         403 client-disabled for the client and its tokens, until enable
  enable          undoes disable; tokens that have not expired work again
  add-account     a new account, or one that another client of the same user has
  remove-account  the client can no longer use it; the account, its open orders and its history
                  stay, and add-account --account gives it back

  --cash USD      what a new account starts with (INITIAL_CASH)
  --profile NAME  how its orders fill: ideal, standard or strict (FILL_PROFILE)
  --json          the outcome as one line of JSON

A secret is shown once, by create and by rotate. A running server notices a change within 5 s.
The database is the server's: DATABASE_URL, or DATA_DIR (through the server while it runs).`
