/** `paper users` [console.users]. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { SIGN_IN_LINK_HOURS_MAX } from '../../../core/limits'
import { isRefused, type Refused, refusalMessage } from '../../../core/refusals'
import { toKst } from '../../../core/time'
import { consoleLink, makeSignInCode } from '../../../identity/console-sign-in'
import {
  isPasswordAllowed,
  PASSWORD_RULE,
  USER_NAME_RULE,
  userName,
} from '../../../identity/password'
import { hashPassword, isPasswordHash } from '../../../identity/secrets'
import {
  addUser,
  type ConsoleUser,
  ensureOwner,
  findUser,
  type ListedUser,
  listUsers,
  setOperator,
  setPassword,
} from '../../../identity/users'
import { type CommandFault, fault, isFault } from '../../../lib/fault'
import { type CliCommand, type CommandLine, readOption } from '../shared/command-line'
import {
  type ControlSubcommands,
  controlActions,
  controlCommand,
  type RenderedAnswer,
  subcommand,
} from '../shared/control-command'
import { type Cells, tableLines } from '../shared/format'
import type { ControlDeps } from '../shared/on-database'

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
While no user has one, each start of the server prints a link. The database is the server's:
DATABASE_URL, or DATA_DIR (through the server while it runs).`

/** The command asks for the password, and sends its hash. */
const HASH = {
  allowed: 'a hash that this command has made',
  read: (text: string) => (isPasswordHash(text) ? text : undefined),
}
const SECRET = { 'password-hash': 'text' } as const
type SecretLine = CommandLine<'password-hash', never, never>

type Answer = Promise<RenderedAnswer | CommandFault>

const nameOf = ({ operands: [name = ''] }: Pick<CommandLine, 'operands'>): string | CommandFault =>
  userName(name) ?? fault(`NAME must have ${USER_NAME_RULE}.`)

/** Reads the name and the hash of a password. */
function withHash(
  line: SecretLine,
  change: (deps: ControlDeps, name: string, passwordHash: string) => Answer,
) {
  const hash = readOption('password-hash', line.text('password-hash'), HASH, null)
  if (isFault(hash)) return hash
  const name = nameOf(line)
  if (isFault(name)) return name
  return async (deps: ControlDeps) =>
    hash === null
      ? fault('The command sends the hash of a password, and this request has none.')
      : change(deps, name, hash)
}

const SUBCOMMANDS: ControlSubcommands = {
  add: subcommand(['NAME'], { ...SECRET, operator: 'flag' }, (line) =>
    withHash(line, async ({ drizzle, now, serverUrl }, name, passwordHash) => {
      const user = { name, operator: line.flag('operator'), passwordHash, at: now() }
      const signsIn = `can sign in at ${serverUrl}/console/`
      return rendered(await addUser(drizzle, user), ({ operator }) =>
        operator ? `${name} ${signsIn}, and operates the server.` : `${name} ${signsIn}.`,
      )
    }),
  ),
  list: subcommand(
    [],
    {},
    () =>
      async ({ drizzle }) =>
        listed(await listUsers(drizzle)),
  ),
  password: subcommand(['NAME'], SECRET, (line) =>
    withHash(line, async ({ drizzle }, name, passwordHash) =>
      rendered(
        await setPassword(drizzle, name, passwordHash),
        () => `${name} has a new password; older sessions and links have ended.`,
      ),
    ),
  ),
  operator: subcommand(['NAME'], { off: 'flag' }, (line) => {
    const name = nameOf(line)
    if (isFault(name)) return name
    return async ({ drizzle }) =>
      rendered(await setOperator(drizzle, name, !line.flag('off')), ({ operator }) =>
        operator ? `${name} operates the server.` : `${name} no longer operates the server.`,
      )
  }),
  remove: subcommand(['NAME'], {}, (line) => {
    const name = nameOf(line)
    if (isFault(name)) return name
    return async ({ drizzle }) =>
      rendered(
        await setPassword(drizzle, name, null),
        () => `${name} can no longer sign in; keys and accounts stay.`,
      )
  }),
  link: subcommand(['[NAME]'], {}, (line) => {
    const name = line.operands.length === 0 ? null : nameOf(line)
    if (isFault(name)) return name
    return async ({ drizzle, now, serverUrl }) => {
      const user = name === null ? await ensureOwner(drizzle, now()) : await findUser(drizzle, name)
      if (user === undefined) return fault(`There is no user ${name}; \`list\` shows all users.`)
      const link = consoleLink(serverUrl, await makeSignInCode(drizzle, user.userId, now()))
      return { lines: [`${link}   (opens once)`], json: { name: user.name, link } }
    }
  }),
}

const rendered = (
  done: ConsoleUser | Refused,
  line: (user: ConsoleUser) => string,
): RenderedAnswer | CommandFault =>
  isRefused(done)
    ? fault(refusalMessage(done))
    : { lines: [line(done)], json: { name: done.name, operator: done.operator } }

const TITLES = ['NAME', 'SIGNS IN WITH', 'OPERATOR', 'CLIENTS', 'ACCOUNTS']

const rowOf = (user: ListedUser): Cells => [
  user.name,
  user.hasPassword ? 'a password' : 'a link',
  user.operator ? 'yes' : 'no',
  String(user.clients),
  String(user.accounts),
]

const listed = (users: readonly ListedUser[]): RenderedAnswer => ({
  lines: users.length === 0 ? ['There are no users yet.'] : tableLines(TITLES, users.map(rowOf)),
  json: {
    users: users.map(({ userId: _, createdAt, ...user }) => ({
      ...user,
      createdAt: toKst(createdAt),
    })),
  },
})

export const CONTROL_USERS = controlCommand('users', 'add', SUBCOMMANDS)

export const usersCommand: CliCommand = {
  name: 'users',
  help: USERS_HELP,
  action: controlActions(CONTROL_USERS, SUBCOMMANDS, async (name, line) =>
    name === 'add' || name === 'password' ? hashOption(line) : [],
  ),
}

/** Only the hash travels: the password stays in this process [console.password]. */
async function hashOption(line: CommandLine): Promise<readonly string[] | CommandFault> {
  if (line.text('password-hash') !== undefined) return []
  const password = await readPassword(`password of ${line.operands[0]}: `)
  if (password === undefined) return fault('No password was given.')
  return isPasswordAllowed(password)
    ? ['--password-hash', await hashPassword(password)]
    : fault(`A password must have ${PASSWORD_RULE}.`)
}

/** Reads the first line of the standard input; undefined if it is empty. */
async function readPassword(prompt: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write(prompt)
  // The line editor echoes its input into this.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return undefined
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}
