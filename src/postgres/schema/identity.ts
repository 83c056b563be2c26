/** The tables of users, their clients, and what signs them in. */
import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { SCOPES } from '../../core/scope'
import { idColumn, instantColumn, oneOf } from '../statement'

/** API clients are users' programs; a CONSOLE client belongs to a user's sessions. */
const CLIENT_KINDS = ['API', 'CONSOLE'] as const

export const users = pgTable('users', {
  userId: idColumn('user_id').primaryKey(),
  name: text().notNull(),
  createdAt: instantColumn('created_at').notNull(),
  /** argon2id in PHC form; null if only a link signs the user in [console.password]. */
  passwordHash: text('password_hash'),
  /** An operator may see and make the users of the server [console.operator]. */
  operator: boolean().notNull().default(false),
})

export const clients = pgTable(
  'clients',
  {
    clientId: idColumn('client_id').primaryKey(),
    userId: idColumn('user_id')
      .notNull()
      .references(() => users.userId),
    /** SHA-256 of the secret, hexadecimal. The secret itself is shown once [key.secret-once]. */
    secretHash: text('secret_hash').notNull(),
    scope: text({ enum: SCOPES }).notNull(),
    createdAt: instantColumn('created_at').notNull(),
    disabledAt: instantColumn('disabled_at'),
    /** `CONSOLE` is a user's internal client, which has the tokens of sessions [console.token]. */
    kind: text({ enum: CLIENT_KINDS }).notNull().default('API'),
    /** The user's own name for it. */
    label: text(),
    /** Accurate to half a minute; null before the first request. */
    lastUsedAt: instantColumn('last_used_at'),
  },
  (table) => [
    check('clients_scope', oneOf(table.scope, SCOPES)),
    check('clients_kind', oneOf(table.kind, CLIENT_KINDS)),
    index('clients_of_user').on(table.userId),
  ],
)

/** Sessions of browsers in the console. [console.session] */
export const consoleSessions = pgTable(
  'console_sessions',
  {
    /** SHA-256 of the cookie's value, hexadecimal. */
    sessionHash: text('session_hash').primaryKey(),
    userId: idColumn('user_id')
      .notNull()
      .references(() => users.userId),
    createdAt: instantColumn('created_at').notNull(),
    /** Accurate to the hour. */
    lastUsedAt: instantColumn('last_used_at').notNull(),
  },
  (table) => [index('console_sessions_of_user').on(table.userId)],
)

/** One-time links to the console. [console.first-link] */
export const signInCodes = pgTable('sign_in_codes', {
  /** SHA-256 of the code, hexadecimal. */
  codeHash: text('code_hash').primaryKey(),
  userId: idColumn('user_id')
    .notNull()
    .references(() => users.userId),
  expiresAt: instantColumn('expires_at').notNull(),
})

export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    clientId: idColumn('client_id')
      .notNull()
      .references(() => clients.clientId),
    issuedAt: instantColumn('issued_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    /** The session with which it ends; null for a token of an API client [console.token]. */
    sessionHash: text('session_hash').references(() => consoleSessions.sessionHash, {
      onDelete: 'cascade',
    }),
  },
  (table) => [
    index('tokens_expiry').on(table.expiresAt),
    index('tokens_of_client').on(table.clientId, table.expiresAt),
    index('tokens_of_session').on(table.sessionHash).where(sql`${table.sessionHash} is not null`),
  ],
)
