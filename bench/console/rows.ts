/** SQL of an id that sorts by its moment, as the program makes them. */
export const idAt = (at: string, number: string): string =>
  `lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || lpad(to_hex(${number}), 12, '0')`

/** One moment for all tables, which name each other's rows by ids that are made of it. */
const NOW = `timestamptz '${new Date().toISOString()}'`

/** SQL of the moment of the nth order of the year, counted from the newest. */
export const momentOf = (n: string): string => `${NOW} - ${n} * interval '5 minutes'`

export const ORDERS = 100_000
export const LINKS = 100_000
export const AUDITED = 100_000
/** A week of a shop whose program asks for the status of its purchases. */
export const REQUESTS = 200_000
export const SELLERS = 40
export const PEOPLE = 20
/** Deliveries are kept for 31 days. */
export const DELIVERED_ORDERS = (31 * 24 * 60) / 5
