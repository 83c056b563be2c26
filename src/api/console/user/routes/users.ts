/** The users of the server, for its operators [console.operator]. */
import { isRefused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import { endpoint } from '../../../pipeline/endpoint'
import { sentFields } from '../../../wire/schemas'
import { decodeName, decodePassword } from '../decode'
import { encodeListedUser, encodeUser } from '../encode'
import { ConsoleSchema } from '../schema'

const ONE = { auth: 'operator', params: ConsoleSchema.userParams } as const

export const userEndpoints = ({ users }: ConsoleIdentity) =>
  [
    endpoint({
      id: 'listUsers',
      method: 'GET',
      path: '/console/api/users',
      auth: 'operator',
      answer: ConsoleSchema.users,
      run: async () => ({ users: (await users.list()).map(encodeListedUser) }),
    }),
    endpoint({
      id: 'addUser',
      method: 'POST',
      path: '/console/api/users',
      auth: 'operator',
      body: ConsoleSchema.newUser,
      answer: ConsoleSchema.user,
      refusals: ['user-exists'],
      async run({ body }) {
        const { operator = false, ...sent } = sentFields(body)
        const named = decodeName(sent.name)
        if (isRefused(named)) return named
        const allowed = decodePassword(sent.password)
        if (isRefused(allowed)) return allowed
        const added = await users.add({ ...named, ...allowed, operator })
        return isRefused(added) ? added : { user: encodeUser(added) }
      },
    }),
    endpoint({
      ...ONE,
      id: 'changeUser',
      method: 'PUT',
      path: '/console/api/users/:name',
      body: ConsoleSchema.changeUser,
      answer: ConsoleSchema.user,
      refusals: ['user-not-found'],
      async run({ params: { name }, body }) {
        const { operator, password } = sentFields(body)
        if (password !== undefined) {
          const allowed = decodePassword(password)
          if (isRefused(allowed)) return allowed
        }
        const changed = await users.change(name, { operator, password })
        return isRefused(changed) ? changed : { user: encodeUser(changed) }
      },
    }),
    endpoint({
      ...ONE,
      id: 'removePassword',
      method: 'DELETE',
      path: '/console/api/users/:name/password',
      answer: ConsoleSchema.user,
      refusals: ['user-not-found'],
      async run({ params: { name } }) {
        const changed = await users.change(name, { password: null })
        return isRefused(changed) ? changed : { user: encodeUser(changed) }
      },
    }),
    // [console.first-link]
    endpoint({
      ...ONE,
      id: 'makeSignInLink',
      method: 'POST',
      path: '/console/api/users/:name/link',
      answer: ConsoleSchema.link,
      refusals: ['user-not-found'],
      run: ({ params: { name } }) => users.makeLink(name),
    }),
  ] as const
