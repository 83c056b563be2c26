/** What tests look for in an answer of the API. */
import type { Answer } from './api'

export type Body = Readonly<Record<string, unknown>>
export type Row = Body

/** The body of a success; throws the answer otherwise. */
export function must({ status, body }: Answer): Body {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

export function textIn(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== 'string') throw new Error(`no text ${field}: ${JSON.stringify(body)}`)
  return value
}

/** The objects of a list in the body; shows the answer if there is none. */
export function rowsIn(answer: Answer, field: string): readonly Row[] {
  const value = answer.body[field]
  if (!Array.isArray(value)) throw new Error(`no ${field}: ${JSON.stringify(answer.body)}`)
  return value
}

/** What a program would branch on. */
export const refusalIn = ({ status, body: { code, param } }: Answer) => ({ status, code, param })

/** `refusalIn` of a parameter that is wrong, or missing. */
export const badParam = (param: string) => ({ status: 400, code: 'invalid-parameter', param })
export const missing = (param: string) => ({ status: 400, code: 'missing-parameter', param })
