/** Counts as people read them. */

/** `1,234` */
export const counted = (count: number): string => count.toLocaleString('en-US')

/** `1 account`, `2 accounts`, `1,234 accounts`. `many` is for what has no plural in s. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`
