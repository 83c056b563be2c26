/** The console's own API, by the session's cookie. The rest goes through the client. */
import { treaty } from '@elysiajs/eden'
import type { ConsoleApp } from '../../../api/app'

/** Of the session: each change carries it, and no other site can read it. */
let csrf: string | null = null

export function useCsrf(token: string | null): void {
  csrf = token
}

/** Paths, bodies and answers are inferred from the server's endpoints. */
const { console: own } = treaty<ConsoleApp>(location.origin, {
  parseDate: false,
  headers: (_, { method }) =>
    csrf !== null && method !== 'GET' ? { 'x-csrf-token': csrf } : undefined,
})
export const consoleApi = own.api

/** What a call of the console's API resolves to. */
export type AnswerOf<Call extends (...sent: never[]) => Promise<{ data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>
