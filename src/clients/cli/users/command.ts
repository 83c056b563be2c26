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
import type { CommandAnswer } from '../../../server/control-socket'
import type { RenderedAnswer } from '../keys/command'
import type { Action, CliCommand, CommandContext, Outcome } from '../shared/command-line'
import { type CommandLine, chooseSubcommand, readOption, type Syntax } from '../shared/command-line'
import { type Cells, tableLines } from '../shared/format'
import {
  type ControlCommand,
  type ControlDeps,
  configOf,
  runControlCommand,
} from '../shared/on-database'

export const CONTROL_USERS: ControlCommand = {
  name: 'users',
  createsDatabase: ([command]) => command === 'add',
  answer: answerUsers,
}

type UserDeps = Pick<ControlDeps, 'drizzle' | 'now' | 'serverUrl'>

export async function answerUsers(deps: UserDeps, args: readonly string[]): Promise<CommandAnswer> {
  const request = readUserRequest(args)
  if (isFault(request)) return { ok: false, text: request.fault }
  const done = await execute(deps, request.command)
  if (isFault(done)) return { ok: false, text: done.fault }
  return { ok: true, text: request.json ? JSON.stringify(done.json) : done.lines.join('\n') }
}

const NO_PASSWORD = fault('The command sends the hash of a password, and this request has none.')

async function execute(
  { drizzle, now, serverUrl }: UserDeps,
  command: UserCommand,
): Promise<RenderedAnswer | CommandFault> {
  const at = now()
  switch (command.command) {
    case 'add': {
      const { name, operator, passwordHash } = command
      if (passwordHash === null) return NO_PASSWORD
      return rendered(
        await addUser(drizzle, { name, operator, passwordHash, at }),
        (user) => `${user.name} can sign in at ${serverUrl}/console/${asOperator(user)}.`,
      )
    }
    case 'list':
      return listed(await listUsers(drizzle))
    case 'password': {
      if (command.passwordHash === null) return NO_PASSWORD
      return rendered(
        await setPassword(drizzle, command.name, command.passwordHash),
        ({ name }) => `${name} has a new password; older sessions and links have ended.`,
      )
    }
    case 'operator':
      return rendered(await setOperator(drizzle, command.name, command.operator), (user) =>
        user.operator
          ? `${user.name} operates the server.`
          : `${user.name} no longer operates the server.`,
      )
    case 'remove':
      return rendered(
        await setPassword(drizzle, command.name, null),
        ({ name }) => `${name} can no longer sign in; keys and accounts stay.`,
      )
    case 'link': {
      const { name } = command
      const user = name === null ? await ensureOwner(drizzle, at) : await findUser(drizzle, name)
      if (user === undefined) return fault(`There is no user ${name}; \`list\` shows all users.`)
      const code = await makeSignInCode(drizzle, user.userId, at)
      const link = consoleLink(serverUrl, code)
      return { lines: [`${link}   (opens once)`], json: { name: user.name, link } }
    }
  }
}

const asOperator = ({ operator }: ConsoleUser): string =>
  operator ? ', and operates the server' : ''

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

/** Reads the first line of the standard input; undefined if it is empty. */
export async function readPassword(prompt: string): Promise<string | undefined> {
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

export type UserCommand =
  | {
      readonly command: 'add'
      readonly name: string
      readonly operator: boolean
      readonly passwordHash: string | null
    }
  | { readonly command: 'password'; readonly name: string; readonly passwordHash: string | null }
  | { readonly command: 'operator'; readonly name: string; readonly operator: boolean }
  | { readonly command: 'remove'; readonly name: string }
  | { readonly command: 'link'; readonly name: string | null }
  | { readonly command: 'list' }

interface UserSubcommand {
  readonly syntax: Syntax
  readonly read: (line: CommandLine) => UserCommand | CommandFault
}

/** The command asks for the password, and sends its hash. */
const HASH = {
  allowed: 'a hash that this command has made',
  read: (text: string) => (isPasswordHash(text) ? text : undefined),
}

const JSON_OPTION = { json: 'flag' } as const
const NAMED = { operands: ['NAME'], options: JSON_OPTION } as const
const SECRET = { ...JSON_OPTION, 'password-hash': 'text' } as const

const withName = <Command>(
  line: CommandLine,
  make: (name: string) => Command,
): Command | CommandFault => {
  const name = userName(line.operands[0] ?? '')
  return name === undefined ? fault(`NAME must have ${USER_NAME_RULE}.`) : make(name)
}

function withHash<Command>(
  line: CommandLine,
  make: (name: string, passwordHash: string | null) => Command,
): Command | CommandFault {
  const hash = readOption('password-hash', line.text('password-hash'), HASH, null)
  return isFault(hash) ? hash : withName(line, (name) => make(name, hash))
}

export const USER_SUBCOMMANDS: Readonly<Record<UserCommand['command'], UserSubcommand>> = {
  add: {
    syntax: { operands: ['NAME'], options: { ...SECRET, operator: 'flag' } },
    read: (line) =>
      withHash(line, (name, passwordHash) => ({
        command: 'add',
        name,
        passwordHash,
        operator: line.flag('operator'),
      })),
  },
  list: { syntax: { operands: [], options: JSON_OPTION }, read: () => ({ command: 'list' }) },
  password: {
    syntax: { operands: ['NAME'], options: SECRET },
    read: (line) =>
      withHash(line, (name, passwordHash) => ({ command: 'password', name, passwordHash })),
  },
  operator: {
    syntax: { operands: ['NAME'], options: { ...JSON_OPTION, off: 'flag' } },
    read: (line) =>
      withName(line, (name) => ({ command: 'operator', name, operator: !line.flag('off') })),
  },
  remove: {
    syntax: NAMED,
    read: (line) => withName(line, (name) => ({ command: 'remove', name })),
  },
  link: {
    syntax: { operands: ['[NAME]'], options: JSON_OPTION },
    read: (line) =>
      line.operands.length === 0
        ? { command: 'link', name: null }
        : withName(line, (name) => ({ command: 'link', name })),
  },
}

export interface UserRequest {
  readonly command: UserCommand
  /** The answer is one line of JSON instead of text. */
  readonly json: boolean
}

export function readUserRequest(args: readonly string[]): UserRequest | CommandFault {
  const chosen = chooseSubcommand(args, USER_SUBCOMMANDS)
  if (isFault(chosen)) return chosen
  const command = chosen.entry.read(chosen.line)
  return isFault(command) ? command : { command, json: chosen.line.flag('json') }
}

const WAITING = 'waiting for the process that uses the folder …'

export const usersCommand: CliCommand = {
  name: 'users',
  help: USERS_HELP,
  action: Object.fromEntries(
    Object.entries(USER_SUBCOMMANDS).map(([name, { syntax, read }]): [string, Action] => [
      name,
      { syntax, run: (line, context) => run(line.args, read(line), context) },
    ]),
  ),
}

async function run(
  args: readonly string[],
  command: UserCommand | CommandFault,
  { env, terminal }: CommandContext,
): Promise<Outcome> {
  if (isFault(command)) return command
  const config = configOf(env)
  if (isFault(config)) return config
  const hash = await hashFor(command)
  if (isFault(hash)) return hash
  // Only the hash travels: the password stays in this process [console.password].
  const sent = hash === null ? args : [...args, '--password-hash', hash]
  const { ok, text } = await runControlCommand(CONTROL_USERS, config, sent, () =>
    terminal.complain(WAITING),
  )
  if (!ok) return fault(text)
  terminal.say(text)
  return undefined
}

/** Returns null if the command takes no password, or has a hash already. */
async function hashFor(command: UserCommand): Promise<string | null | CommandFault> {
  if (command.command !== 'add' && command.command !== 'password') return null
  if (command.passwordHash !== null) return null
  const password = await readPassword(`password of ${command.name}: `)
  if (password === undefined) return fault('No password was given.')
  return isPasswordAllowed(password)
    ? hashPassword(password)
    : fault(`A password must have ${PASSWORD_RULE}.`)
}
