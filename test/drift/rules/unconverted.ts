/** What is still to be brought under docs/rules.md. These only ever shrink. */

/** Comments of src, bench and test that cite the number of a section, as they were once cited. */
export const BARE_SECTIONS_MAX = 70

/** Rules that no code cites. */
export const UNCITED: readonly string[] = `
  service.keys service.flow service.exact request.success token.grant-type token.no-account
  auth.statuses key.sorted key.running-server clock.tick-first order.sessions state.SUBMITTED
  state.PARTIALLY_FILLED state.PENDING_CANCEL state.FILLED state.CANCELED state.EXPIRED
  state.REJECTED life.transitions life.open-closed life.fill profile.repeats holding.value
  stream.header stream.transaction run.first-start run.stream run.wrong-value sandbox.envelope`
  .trim()
  .split(/\s+/)
