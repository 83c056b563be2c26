/** The outcome of a command as lines for people and as JSON for programs. Pure. */
import { REVOCATION_MS_MAX } from '../../../core/limits'
import { toKst } from '../../../core/time'
import type { ListedClient } from '../../../identity/clients'
import type { ClientAccount } from '../../../identity/grants'
import type { CreatedKey, RevokedKey, RotatedKey, SwitchedKey } from '../../../identity/keys'
import { plural } from '../../../lib/text'
import { type Cells, tableLines } from '../shared/table'

export interface RenderedAnswer {
  readonly lines: readonly string[]
  readonly json: Readonly<Record<string, unknown>>
}

/** [token.revoked] */
const NOTICED = `a running server notices within ${REVOCATION_MS_MAX / 1_000} s`

export const render = {
  created: (key: CreatedKey): RenderedAnswer => ({
    lines: [
      `client   ${key.clientId}`,
      `secret   ${key.clientSecret}   (shown this once)`,
      `scope    ${key.scope}`,
      `name     ${key.name}`,
      ...key.accountIds.map((accountId) => `account  ${accountId}`),
    ],
    json: { ...key },
  }),
  listed: (clients: readonly ListedClient[]): RenderedAnswer => ({
    lines:
      clients.length === 0 ? ['There are no clients yet.'] : tableLines(TITLES, clients.map(rowOf)),
    json: {
      clients: clients.map((client) => ({
        ...client,
        ...timesOf(client),
        lastUsedAt: client.lastUsedAt && toKst(client.lastUsedAt),
      })),
    },
  }),
  rotated: ({ clientId, clientSecret, tokensRevoked }: RotatedKey): RenderedAnswer => ({
    lines: [
      `client   ${clientId}`,
      `secret   ${clientSecret}   (shown this once)`,
      `The old secret no longer works; ${revokedLine(tokensRevoked)}`,
    ],
    json: { clientId, clientSecret, tokensRevoked },
  }),
  revoked: ({ clientId, tokensRevoked }: RevokedKey): RenderedAnswer => ({
    lines: [`${clientId}: ${revokedLine(tokensRevoked)}`],
    json: { clientId, tokensRevoked },
  }),
  disabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is disabled: 403 client-disabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  enabled: (key: SwitchedKey): RenderedAnswer => ({
    lines: [`${key.clientId} is enabled; ${NOTICED}.`],
    json: switchedJson(key),
  }),
  accountAdded: ({ clientId, accountId }: ClientAccount): RenderedAnswer => ({
    lines: [`${clientId} has the account ${accountId}; ${NOTICED}.`],
    json: { clientId, accountId },
  }),
  accountRemoved: ({ clientId, accountId }: ClientAccount): RenderedAnswer => ({
    lines: [`${clientId} no longer has the account ${accountId}; ${NOTICED}.`],
    json: { clientId, accountId },
  }),
}

const revokedLine = (count: number): string => `${plural(count, 'token')} revoked, ${NOTICED}.`

const timesOf = ({ createdAt, disabledAt }: Pick<ListedClient, 'createdAt' | 'disabledAt'>) => ({
  createdAt: toKst(createdAt),
  disabledAt: disabledAt === null ? null : toKst(disabledAt),
})

const switchedJson = ({ clientId, disabledAt }: SwitchedKey) => ({
  clientId,
  disabledAt: disabledAt === null ? null : toKst(disabledAt),
})

const TITLES = ['CLIENT', 'NAME', 'SCOPE', 'STATE', 'CREATED (KST)', 'ACCOUNTS']

const rowOf = (client: ListedClient): Cells => [
  client.clientId,
  client.name,
  client.scope,
  client.disabledAt === null ? 'enabled' : 'disabled',
  toKst(client.createdAt).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' '),
  client.accounts.map(({ accountId, fillProfile }) => `${accountId} ${fillProfile}`).join(', ') ||
    'none',
]
