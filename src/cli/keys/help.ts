import { REVOCATION_MS_MAX } from '../../core/limits'

export const KEYS_HELP = `\
Makes and changes the keys of the API: clients, their secrets and their accounts.

  paper keys create [--scope TRADE|READ_ONLY] [--name NAME]
                    [--accounts N] [--cash USD] [--profile PROFILE]
                    | [--account ACCOUNT_ID …]
  paper keys list
  paper keys rotate CLIENT_ID
  paper keys revoke CLIENT_ID
  paper keys disable CLIENT_ID
  paper keys enable CLIENT_ID
  paper keys add-account CLIENT_ID [--cash USD] [--profile PROFILE] | [--account ACCOUNT_ID]
  paper keys remove-account CLIENT_ID ACCOUNT_ID

  create             makes a client with one new account, with N new ones (up to 50), or with
                     existing accounts; a READ_ONLY client can neither place nor cancel orders
  list               lists all clients, without their secrets
  rotate             replaces the secret: the old one is refused at once, and the client's tokens
                     end (where PAPER_CLIENT_ID names it, set PAPER_CLIENT_SECRET before the next
                     start)
  revoke             ends the client's tokens; its secret stays and can get new ones
  disable            refuses the client and its tokens with 403 client-disabled, until enable
  enable             undoes disable; tokens that have not expired work again
  add-account        gives the client a new account, or one of another client with the same owner
  remove-account     takes an account from the client; the account, its open orders and its history
                     stay, and add-account --account gives it back

  --name NAME        the client's owner (console), whose clients may share accounts
  --cash USD         the cash of a new account (INITIAL_CASH)
  --profile PROFILE  how its orders fill: ideal, standard or strict (FILL_PROFILE)
  --json             prints the outcome as one line of JSON

A secret is shown once, by create and by rotate. A running server notices a change
within ${REVOCATION_MS_MAX / 1_000} s. The database is the server's:
DATABASE_URL, or DATA_DIR (through the server while it runs).`
