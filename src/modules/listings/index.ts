export { createHttpListings } from './http-listings.ts'
export {
  computeListingDay,
  computeListingEnd,
  computeRemoveBy,
  LISTING_STATES,
  type Listing,
  type ListingState,
  type RemovalReason,
} from './listing.ts'
export type { ListedDebt, ListingAnswer, ListingsPort } from './port.ts'
export { noListings, sandboxListings } from './sandbox-listings.ts'
export {
  countLateRemovals,
  findListing,
  insertListing,
  type LeasedListing,
  leaseDueListings,
  listListings,
  listListingsOf,
  listLivingListings,
  lockListing,
  saveListing,
  startRemoval,
} from './store.ts'
