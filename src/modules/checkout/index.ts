export { type Cart, parseCart } from './cart.ts'
export { findOption, type NewCheckout, newCheckoutId, storeCheckouts } from './checkout.ts'
