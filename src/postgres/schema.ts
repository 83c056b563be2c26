/** Every table, for what concerns all of them: migrations, snapshots, a distributed database. */
export * from './schema/identity'
export * from './schema/market'
export * from './schema/sandbox'
export * from './schema/trading'
