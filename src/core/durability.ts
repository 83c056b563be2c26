/**
 * Of an embedded database: `fsync` syncs the log before each answer, so an answered order survives
 * a loss of power [durability.answered]. With `relaxed` it survives the end of the process, but a
 * loss of power can damage the database [durability.relaxed].
 */
export type Durability = 'fsync' | 'relaxed'
