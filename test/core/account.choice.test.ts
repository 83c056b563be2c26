import { expect, test } from 'bun:test'
import { chooseAccount } from '../../src/core/account/account'

test.each([
  [['acc_1'], null, { accountId: 'acc_1' }],
  [['acc_1'], 'acc_1', { accountId: 'acc_1' }],
  [['acc_1', 'acc_2'], 'acc_2', { accountId: 'acc_2' }],
  [['acc_1', 'acc_2'], null, 'several'],
  [['acc_1'], 'acc_2', 'not-theirs'],
  [[], null, 'none'],
  [[], 'acc_1', 'none'],
] as const)('[account-header.one-account] a client with %j that names %p means %j', (...row) => {
  const [accountIds, named, chosen] = row
  expect(chooseAccount(accountIds, named)).toEqual(chosen)
})
