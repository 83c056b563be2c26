/**
 * Judges an answer by what the application itself declares: a success by its route's response
 * schema, anything else by the envelope, the catalogue and what its route may refuse with.
 */
import { getSchemaValidator, t } from 'elysia'
import type { App } from '../../src/api/app'
import { REFUSALS, type RefusalCode } from '../../src/core/refusals'
import type { Endpoint } from '../../src/http/endpoint'
import { refusalSchemas, statusOf } from '../../src/http/wire/refusal'

/** What was answered, its body as text. */
export interface Judged {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly text: string
  /** The X-Service-Request-Id that came back, if one did. */
  readonly requestId: string | null
}

/** What is wrong with the answer; undefined when nothing is. */
export type Judge = (answer: Judged) => string | undefined

const isCode = (code: unknown): code is RefusalCode =>
  typeof code === 'string' && Object.hasOwn(REFUSALS, code)

interface Ruled {
  readonly method: string
  readonly path: RegExp
  readonly literal: boolean
  readonly schemas: ReadonlyMap<number, { Check(value: unknown): boolean }>
}

export function judgeOf(app: Pick<App, 'endpoints'>): Judge {
  const routes = app.endpoints
    .filter(({ path, upgrades }) => /^\/(?:v1|sandbox)\//.test(path) && !upgrades)
    .map(ruled)
    .sort((left, right) => Number(right.literal) - Number(left.literal))
  return (answer) => {
    const path = new URL(answer.url).pathname
    const method = answer.method === 'HEAD' ? 'GET' : answer.method
    const route = routes.find((each) => each.method === method && each.path.test(path))
    // The socket takes the body of a HEAD away (test/api/pipeline/socket.test.ts).
    if (answer.method === 'HEAD' && answer.text === '') return undefined
    const body = parsed(answer.text)
    if (body === undefined) return 'no JSON object'
    return answer.status === 200
      ? route === undefined
        ? 'a success of no route'
        : unfit(route, 200, body)
      : (envelopeFault(answer, body) ?? (route && unfit(route, answer.status, body)))
  }
}

function ruled({ method, path, answer, codes }: Endpoint): Ruled {
  const declared = [...(answer ? [[200, answer] as const] : []), ...refusalSchemas(codes)]
  return {
    method,
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    literal: !path.includes(':'),
    schemas: new Map(
      declared.map(([status, schema]) => [
        status,
        getSchemaValidator(schema, { modules: t.Module({}), normalize: false }),
      ]),
    ),
  }
}

function unfit({ schemas }: Ruled, status: number, body: object): string | undefined {
  const schema = schemas.get(status)
  if (schema === undefined) return `its route declares no ${status}`
  return schema.Check(body) ? undefined : `not as its route declares ${status}`
}

function envelopeFault({ status, url, requestId }: Judged, body: Record<string, unknown>) {
  const { type, code, message, docUrl } = body
  if (!isCode(code)) return `the code ${String(code)} is not in the catalogue`
  if (code === 'internal-error') return 'a failure of ours'
  if (type !== REFUSALS[code].type) return `${code} with type ${String(type)}`
  if (status !== statusOf(code)) return `${code} with status ${status}`
  if (docUrl !== `${new URL(url).origin}/errors/${code}`) return `docUrl ${String(docUrl)}`
  if (typeof message !== 'string' || message === '') return 'no message'
  if ((body.requestId ?? null) !== requestId) return 'its requestId is not that of the header'
  return undefined
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}
