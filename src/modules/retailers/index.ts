export type { Environment, KeyKind } from './api-key.ts'
export { DEMONSTRATION_KEYS, DEMONSTRATION_RETAILERS } from './demonstration.ts'
export { createRetailers, type KeyHolder, type Retailers } from './retailers.ts'
export type { Retailer } from './store.ts'
