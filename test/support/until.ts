/** So many tries take minutes, and a machine that stands still for a while uses up one of them. */
const TRIES_MAX = 12_000
const PAUSE_MS = 20

/** Looks again and again, for minutes, until what it sees is as it should be. */
export async function until<Seen, Right extends Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => seen is Right,
): Promise<Right>
export async function until<Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
): Promise<Seen>
export async function until<Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
): Promise<Seen> {
  for (let tries = 1; ; tries++) {
    const seen = await look()
    if (isRight(seen)) return seen
    if (tries >= TRIES_MAX) throw new Error(`It never came to be: ${JSON.stringify(seen)}`)
    await Bun.sleep(PAUSE_MS)
  }
}
