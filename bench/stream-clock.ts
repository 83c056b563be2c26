/** Milliseconds on a clock that all processes of this machine share, to a microsecond. */
export const now = (): number => performance.timeOrigin + performance.now()
