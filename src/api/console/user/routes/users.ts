/** The users of the server, for its operators [console.operator]. */
import { Elysia } from 'elysia'
import { isRefused } from '../../../../core/refusals'
import type { ConsoleIdentity } from '../../../../identity/console'
import type { ConsoleSession } from '../../../../identity/sessions'
import { jsonBody } from '../../../pipeline/body'
import type { ConsoleGates } from '../../../pipeline/console-gate'
import { refusals } from '../../../wire/refusal'
import { sentFields } from '../../../wire/schemas'
import { decodeName, decodePassword } from '../decode'
import { encodeListedUser, encodeUser } from '../encode'
import { ConsoleSchema } from '../schema'
import { EVERY_CHANGE, EVERY_READ } from './responses'

export const consoleUserRoutes = (
  { users }: ConsoleIdentity,
  gates: ConsoleGates<ConsoleSession>,
) =>
  new Elysia({ name: 'api.console.users' })
    .use(gates.operator)
    .get(
      '/users',
      async ({ context }) => context.answer({ users: (await users.list()).map(encodeListedUser) }),
      { response: { 200: ConsoleSchema.users, ...refusals(...EVERY_READ, 'operator-required') } },
    )
    .post(
      '/users',
      async ({ context, body }) => {
        const { operator = false, ...sent } = sentFields(body)
        const named = decodeName(sent.name)
        if (isRefused(named)) return context.refuse(named)
        const allowed = decodePassword(sent.password)
        if (isRefused(allowed)) return context.refuse(allowed)
        const added = await users.add({ ...named, ...allowed, operator })
        return context.answer(isRefused(added) ? added : { user: encodeUser(added) })
      },
      {
        parse: jsonBody,
        body: ConsoleSchema.newUser,
        response: {
          200: ConsoleSchema.user,
          ...refusals(...EVERY_CHANGE, 'operator-required', 'user-exists'),
        },
      },
    )
    .put(
      '/users/:name',
      async ({ context, params: { name }, body }) => {
        const { operator, password } = sentFields(body)
        if (password !== undefined) {
          const allowed = decodePassword(password)
          if (isRefused(allowed)) return context.refuse(allowed)
        }
        const changed = await users.change(name, { operator, password })
        return context.answer(isRefused(changed) ? changed : { user: encodeUser(changed) })
      },
      {
        parse: jsonBody,
        params: ConsoleSchema.userParams,
        body: ConsoleSchema.changeUser,
        response: {
          200: ConsoleSchema.user,
          ...refusals(...EVERY_CHANGE, 'operator-required', 'user-not-found'),
        },
      },
    )
    .delete(
      '/users/:name/password',
      async ({ context, params: { name } }) => {
        const changed = await users.change(name, { password: null })
        return context.answer(isRefused(changed) ? changed : { user: encodeUser(changed) })
      },
      {
        params: ConsoleSchema.userParams,
        response: {
          200: ConsoleSchema.user,
          ...refusals(...EVERY_READ, 'operator-required', 'user-not-found'),
        },
      },
    )
    // [console.first-link]
    .post(
      '/users/:name/link',
      async ({ context, params: { name } }) => context.answer(await users.makeLink(name)),
      {
        params: ConsoleSchema.userParams,
        response: {
          200: ConsoleSchema.link,
          ...refusals(...EVERY_READ, 'operator-required', 'user-not-found'),
        },
      },
    )
