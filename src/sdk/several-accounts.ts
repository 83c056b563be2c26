/** No account was named on the stream, and the client has several (D9). */
import { type Envelope, RefusalError } from './refusal'

/** The server's refusal, which does not say which accounts there are to choose from. */
export class SeveralAccountsError extends RefusalError {
  readonly accountIds: readonly string[]

  constructor(envelope: Envelope, accountIds: readonly string[]) {
    super(envelope, null)
    this.name = 'SeveralAccountsError'
    this.message = `This client has several accounts (${accountIds.join(', ')}): name an accountId.`
    this.accountIds = accountIds
  }
}
