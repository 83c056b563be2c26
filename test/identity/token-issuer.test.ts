/** Issuing a token, as far as the database decides at its commit. */
import { expect, test } from 'bun:test'
import { atMs } from '../../src/core/time'
import { hashOf } from '../../src/identity/secrets'
import { type StoredToken, tokenIssuer } from '../../src/identity/tokens'

const NOW_MS = 1_772_000_000_000
const SECRET = 'sk_test_secret'
const REQUEST = {
  grant_type: 'client_credentials',
  client_id: 'pk_test_1',
  client_secret: SECRET,
} as const

function service(isKept: boolean) {
  const inserted: StoredToken[] = []
  const issuer = tokenIssuer({
    clients: {
      find: async (clientId) => ({
        clientId,
        secretHash: hashOf(SECRET),
        scope: 'TRADE',
        disabledAt: null,
        accountIds: ['acc_1'],
      }),
    },
    tokens: {
      insert: async (token) => {
        if (isKept) inserted.push(token)
        return isKept
      },
    },
    nowMs: () => NOW_MS,
    tokenLifetimeSeconds: 43_200,
    newToken: () => 'token-1',
  })
  return { issuer, inserted }
}

test('[token.opaque] [token.lifetime] a token is stored by its hash, with its lifetime', async () => {
  const { issuer, inserted } = service(true)
  expect(await issuer.issue(REQUEST)).toMatchObject({ access_token: 'token-1' })
  expect(inserted).toEqual([
    {
      tokenHash: hashOf('token-1'),
      clientId: 'pk_test_1',
      issuedAt: atMs(NOW_MS),
      expiresAt: atMs(NOW_MS + 43_200_000),
    },
  ])
})

test('[key.rotation] no token is issued for a secret that was rotated meanwhile', async () => {
  const { issuer } = service(false)
  expect(await issuer.issue(REQUEST)).toEqual({ refused: 'invalid-client' })
})
