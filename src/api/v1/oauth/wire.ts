/** The token request and its answer (RFC 6749, 4.4). */
import { t } from 'elysia'
import { TOKEN_LIFETIME_SECONDS_DEFAULT } from '../../../core/limits'
import { answer, named, oneOf, wholeNumber } from '../../../http/wire/schemas'

export const TokenSchema = {
  /** Ignores unknown fields, as RFC 6749, 3.2 requires, unlike JSON bodies [token.request]. */
  request: named(
    'TokenRequest',
    t.Object(
      {
        grant_type: t.String({
          description: '`client_credentials`.',
          examples: ['client_credentials'],
        }),
        client_id: t.String({
          description: 'May come as the HTTP Basic user name instead.',
          examples: ['pk_test_3f9c2a71d04b'],
        }),
        client_secret: t.String({
          description: 'May come as the HTTP Basic password instead.',
          examples: ['sk_test_…'],
        }),
      },
      { additionalProperties: true },
    ),
  ),
  // [token.answer]
  answer: named(
    'Token',
    answer({
      access_token: t.String({
        description: 'Send it as `Authorization: Bearer <token>`.',
        examples: ['q7Jm0oVn1c3mXr0Wm8yE5b2kT9sUaZ4dLhGfPiC6vRw'],
      }),
      token_type: oneOf(['Bearer'], 'How the token is sent.'),
      expires_in: wholeNumber(
        1,
        'Seconds. There is no refresh: ask for a new token.',
        TOKEN_LIFETIME_SECONDS_DEFAULT,
      ),
    }),
  ),
}
