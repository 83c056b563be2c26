/** The environment variables of a client. */
export const CLIENT_VARIABLES = {
  url: 'PAPER_URL',
  clientId: 'PAPER_CLIENT_ID',
  clientSecret: 'PAPER_CLIENT_SECRET',
  accountId: 'PAPER_ACCOUNT_ID',
} as const
