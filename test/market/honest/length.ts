/** The length of the suite: `HONEST=long` is for changes of the market, and takes minutes. */
export const LONG = process.env.HONEST === 'long'

/** As many dates, bars or symbols as the run has time for. */
export const ofRun = (normal: number, long: number): number => (LONG ? long : normal)
