/** Registers endpoints with Elysia, and gives its client (Eden) their types. */
import type { AnyElysia, CreateEden, Elysia, ResolvePath, TSchema, UnwrapSchema } from 'elysia'
import type { Auths } from './auth'
import type { Endpoint } from './endpoint'
import { handlerOf } from './handle'
import type { Http } from './http'
import type { RefusalsAt } from './wire/refusal'

/** Elysia only routes. Without a schema it reads, checks and awaits nothing. */
export function register(
  app: AnyElysia,
  endpoints: readonly Endpoint[],
  http: Http,
  auths: Auths,
): void {
  for (const endpoint of endpoints) {
    const handler = handlerOf(endpoint, http, auths)
    // safe: Elysia's context has the request and the parts of the path.
    app.route(endpoint.method, endpoint.path, handler as () => unknown)
  }
}

type StaticOr<S, Otherwise> = S extends TSchema ? UnwrapSchema<S> : Otherwise

/** The type of one endpoint as Eden reads it. */
type RouteOf<E> =
  E extends Endpoint<infer P, infer M, infer Q, infer B, infer T, infer C, infer O>
    ? CreateEden<
        P,
        {
          [Name in Lowercase<M>]: {
            body: StaticOr<B, unknown>
            params: ResolvePath<P>
            query: StaticOr<Q, unknown>
            headers: unknown
            response: { 200: StaticOr<T, unknown> } & StaticAt<O> & RefusalsAt<C>
          }
        }
      >
    : never

type StaticAt<O> = { -readonly [Status in keyof O]: StaticOr<O[Status], unknown> }

type IntersectionOf<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never

/** The routes of a union of endpoints. */
export type RoutesOf<E> = IntersectionOf<RouteOf<E>>

/** An Elysia application whose clients have the types of these endpoints. */
export type Routed<E> =
  Elysia extends Elysia<
    infer Path,
    infer Singleton,
    infer Definitions,
    infer Metadata,
    infer _,
    infer Ephemeral,
    infer Volatile
  >
    ? RoutesOf<E> extends infer Routes extends Record<string, unknown>
      ? Elysia<Path, Singleton, Definitions, Metadata, Routes, Ephemeral, Volatile>
      : never
    : never
