export { type Cart, parseAmount, parseCart } from './cart.ts'
export {
  type Checkout,
  type CheckoutDetails,
  findCheckoutsOf,
  isExpiredOption,
  type NewCheckout,
  newCheckoutId,
  parseName,
  storeCheckouts,
} from './checkout.ts'
export type { ChosenOption } from './offer-codec.ts'
export { keepBought } from './store.ts'
