/**
 * PostgreSQL's hash of a text, by which Citus chooses the shard of an account. It is `hashtext` for
 * a column whose collation compares bytes.
 */

/** The initial state of PostgreSQL's `hash_bytes`, without the length. */
const INITIAL = 0x9e3779b9 + 3_923_095

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** Little-endian; bytes after the end are zero. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) |
  ((bytes[at + 1] ?? 0) << 8) |
  ((bytes[at + 2] ?? 0) << 16) |
  ((bytes[at + 3] ?? 0) << 24)

const encoder = new TextEncoder()

/** Returns the hash as a signed integer of 32 bits. */
export function hashOfText(text: string): number {
  const bytes = encoder.encode(text)
  let a = (INITIAL + bytes.length) | 0
  let b = a
  let c = a
  let at = 0
  for (; bytes.length - at >= 12; at += 12) {
    a = (a + wordAt(bytes, at)) | 0
    b = (b + wordAt(bytes, at + 4)) | 0
    c = (c + wordAt(bytes, at + 8)) | 0
    a = ((a - c) | 0) ^ rotated(c, 4)
    c = (c + b) | 0
    b = ((b - a) | 0) ^ rotated(a, 6)
    a = (a + c) | 0
    c = ((c - b) | 0) ^ rotated(b, 8)
    b = (b + a) | 0
    a = ((a - c) | 0) ^ rotated(c, 16)
    c = (c + b) | 0
    b = ((b - a) | 0) ^ rotated(a, 19)
    a = (a + c) | 0
    c = ((c - b) | 0) ^ rotated(b, 4)
    b = (b + a) | 0
  }
  a = (a + wordAt(bytes, at)) | 0
  b = (b + wordAt(bytes, at + 4)) | 0
  // The lowest byte of `c` is the length's.
  c = (c + (wordAt(bytes, at + 8) << 8)) | 0
  c = ((c ^ b) - rotated(b, 14)) | 0
  a = ((a ^ c) - rotated(c, 11)) | 0
  b = ((b ^ a) - rotated(a, 25)) | 0
  c = ((c ^ b) - rotated(b, 16)) | 0
  a = ((a ^ c) - rotated(c, 4)) | 0
  b = ((b ^ a) - rotated(a, 14)) | 0
  return ((c ^ b) - rotated(b, 24)) | 0
}

/** Returns a text whose hash is in the range. */
export function textHashedInto(from: number, to: number): string {
  for (let tries = 0; ; tries++) {
    const text = `shard ${tries}`
    const hash = hashOfText(text)
    if (hash >= from && hash <= to) return text
  }
}
