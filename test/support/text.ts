import fc from 'fast-check'

/**
 * Any text of up to so many code points, halves of pairs among them. fast-check's own unit `binary`
 * lists all 1.1 million of them, and keeps the list: 73 MB.
 */
export const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((points) => String.fromCodePoint(...points))
