/** Advisory locks of this product in a PostgreSQL server: any numbers of our own. */
export const MIGRATION_LOCK = 7_260_101
export const CHOSEN_CLIENT_LOCK = 7_260_103
