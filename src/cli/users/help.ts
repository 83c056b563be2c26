import { SIGN_IN_LINK_HOURS_MAX } from '../../core/limits'
import { PASSWORD_RULE } from '../../core/password'

export const USERS_HELP = `\
Makes and changes the users of the console: who signs in at /console, and who operates the server.

  paper users add NAME [--operator]
  paper users list
  paper users password NAME
  paper users operator NAME [--off]
  paper users remove NAME
  paper users link [NAME]

  add         makes a user with a password, or gives one to the owner of keys that
              \`paper keys create\` has made
  list        lists all users
  password    replaces the password; the user's sessions and links end
  operator    lets the user see and make users in the console; with --off no longer
  remove      takes the password, and ends the sessions and links; the user's keys and accounts stay
              (\`paper keys disable\` stops a key)
  link        prints a link that signs the user in without a password, once, within
              ${SIGN_IN_LINK_HOURS_MAX} hours; without NAME the owner of the first client

  --password-hash HASH   the hash of a password instead: argon2id, as Bun.password makes it with
                         19,456 KiB and 2 passes
  --json                 prints the outcome as one line of JSON

A password is asked for on the terminal, or read from the standard input: ${PASSWORD_RULE}.
As long as nobody has one, each start of the server prints a link. The database is the server's:
DATABASE_URL, or DATA_DIR (through the server while it runs).`
