import { isSlow, type Pace } from '../../core/pace'

const TOLD_EVERY_MS = 60_000

/** Tells of a market that is too slow for its clock (D16), once a minute while it is. */
export function paceWatch(
  elapsedMs: () => number,
  slow: (pace: Pace) => void = () => {},
): (pace: Pace) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (pace) => {
    if (!isSlow(pace) || elapsedMs() - toldAtMs < TOLD_EVERY_MS) return
    toldAtMs = elapsedMs()
    slow(pace)
  }
}
