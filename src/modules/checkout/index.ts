export { type Cart, parseCart } from './cart.ts'
export {
  type Checkout,
  type CheckoutDetails,
  findCheckoutsOf,
  type NewCheckout,
  newCheckoutId,
  storeCheckouts,
} from './checkout.ts'
export type { ChosenOption } from './offer-codec.ts'
