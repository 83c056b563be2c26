/**
 * The console's own API, below /console/api: what its pages need beside the contract of /v1. It is
 * in no document: it changes with the pages, and programs have keys and /v1.
 */
import { ownAccountEndpoints } from './routes/accounts'
import { ownClientEndpoints } from './routes/clients'
import { type SessionParts, sessionEndpoints } from './routes/session'
import { userEndpoints } from './routes/users'

export const consoleEndpoints = (parts: SessionParts) =>
  [
    ...sessionEndpoints(parts),
    ...ownClientEndpoints(parts.identity, parts.service),
    ...ownAccountEndpoints(parts.identity, parts.service),
    ...userEndpoints(parts.identity),
  ] as const
