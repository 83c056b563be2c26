/** The part of an IP address by which callers are told apart. */

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * An IPv4 address as it is, also where it is mapped into IPv6; of an IPv6 address its /64. A single
 * host has all of a /64 to itself, so its addresses share one limit [rate-limit.strangers].
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = Array.from(
    { length: Math.max(0, GROUPS - before.length - after.length) },
    () => '0',
  )
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after]
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

const groupsOf = (text: string): readonly string[] =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
