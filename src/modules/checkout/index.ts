export { type Cart, parseCart } from './cart.ts'
export { findOption, newCheckoutId, storeCheckout } from './checkout.ts'
