/** The operations that a fault may name: those of /v1 and /paper, and the stream. */

interface Routed {
  readonly routes: readonly {
    readonly method: string
    readonly path: string
    readonly hooks: { readonly detail?: { readonly operationId?: string } }
  }[]
}

const STREAM = ['GET /v1/stream', 'openStream'] as const
const STRUCK = /^\/(?:v1|paper)\//

export interface Operations {
  idOf(method: string, path: string): string | undefined
  ids(): ReadonlySet<string>
}

/** Read once, when the first fault is set: by then every route is there. */
export function operationsOf(app: () => Routed): Operations {
  let known: ReadonlyMap<string, string> | undefined
  const all = (): ReadonlyMap<string, string> => {
    known ??= new Map([
      ...app()
        .routes.filter(({ path }) => STRUCK.test(path))
        .flatMap(({ method, path, hooks }) => {
          const id = hooks.detail?.operationId
          return id === undefined ? [] : [[`${method} ${path}`, id] as const]
        }),
      STREAM,
    ])
    return known
  }
  return {
    idOf: (method, path) => all().get(`${method} ${path}`),
    ids: () => new Set(all().values()),
  }
}
