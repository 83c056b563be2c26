/**
 * The server's routes with the types that a client sends. A time is a text, a Date or a
 * Temporal.Instant, and a date is a text or a Temporal.PlainDate. The file stands apart from
 * app.ts, whose types have the decoded query.
 */
import type { Elysia } from 'elysia'
import type { Temporal } from '../core/time'
import type { ContractApp } from './app'

type Sent<Value> = Value extends Temporal.Instant
  ? Value | string | Date
  : Value extends Temporal.PlainDate
    ? Value | string
    : Value

type SentQuery<Query> = Query extends object ? { [Name in keyof Query]: Sent<Query[Name]> } : Query

type SentRoutes<Routes> = {
  [Name in keyof Routes]: Routes[Name] extends { query: unknown; response: unknown }
    ? {
        [Part in keyof Routes[Name]]: Part extends 'query'
          ? SentQuery<Routes[Name][Part]>
          : Routes[Name][Part]
      }
    : SentRoutes<Routes[Name]>
}

export type ClientApp =
  ContractApp extends Elysia<
    infer Path,
    infer Singleton,
    infer Definitions,
    infer Metadata,
    infer Routes,
    infer Ephemeral,
    infer Volatile
  >
    ? Elysia<Path, Singleton, Definitions, Metadata, SentRoutes<Routes>, Ephemeral, Volatile>
    : never
