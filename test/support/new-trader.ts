/** A client of its own for a test that needs an account that nobody has used. */
import type { Contract } from './brokerage'

let traders = 0

/** What the client sends to be known; its account is `acc_trader_N`. */
export async function newTrader(api: Pick<Contract, 'client' | 'tokenOf'>) {
  const name = `trader_${++traders}`
  await api.client(`pk_test_${name}`, { accounts: [`acc_${name}`] })
  return api.tokenOf(`pk_test_${name}`)
}
