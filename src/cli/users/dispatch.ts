/** Carries out a request about users: the same in the server and in the command's own process. */
import { type CommandFault, fault, isFault } from '../../core/fault'
import { isRefused, type Refused, refusalMessage } from '../../core/refusals'
import { toKst } from '../../core/time'
import { consoleLink } from '../../identity/console-link'
import { makeSignInCode } from '../../identity/sign-in-codes'
import {
  addUser,
  type ConsoleUser,
  ensureOwner,
  findUser,
  type ListedUser,
  listUsers,
  setOperator,
  setPassword,
} from '../../identity/users'
import type { CommandAnswer } from '../shared/control-socket'
import type { ServedCommand, ServedDeps } from '../shared/served'
import { type Cells, tableLines } from '../shared/table'
import { readUserRequest, type UserCommand } from './arguments'

export const SERVED_USERS: ServedCommand = {
  name: 'users',
  makesDatabase: ([command]) => command === 'add',
  answer: answerUsers,
}

interface Rendered {
  readonly lines: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

type UserDeps = Pick<ServedDeps, 'drizzle' | 'now' | 'serverUrl'>

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
): Promise<Rendered | CommandFault> {
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
        ({ name }) => `${name} has a new password; the sessions and links of before have ended.`,
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
): Rendered | CommandFault =>
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

const listed = (users: readonly ListedUser[]): Rendered => ({
  lines: users.length === 0 ? ['There are no users yet.'] : tableLines(TITLES, users.map(rowOf)),
  json: {
    users: users.map(({ userId: _, createdAt, ...user }) => ({
      ...user,
      createdAt: toKst(createdAt),
    })),
  },
})
