/**
 * How every session plans its statements. All that is asked again and again is found by an index,
 * and a plan is kept for as long as its connection lives. Left to itself the server makes that plan
 * when the tables are still empty, where reading a whole table looks cheapest, and then reads whole
 * tables for minutes, until its statistics follow; in the checks of foreign keys as well.
 */
export const planning = {
  /** Not forbidden, only never chosen where there is an index. */
  enable_seqscan: 'off',
  /** The statements do not depend on their values' number, so one plan fits all. */
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
} as const
