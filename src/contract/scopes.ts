/** What a secret key may be allowed to do. */
export const SECRET_SCOPES = ['preapproval', 'checkout', 'purchases', 'webhooks', 'sandbox', 'clock'] as const
/** What a secret key may do when its creator names nothing. The clock is everybody's, so that it must be named. */
export const USUAL_SCOPES: readonly Scope[] = SECRET_SCOPES.filter(scope => scope !== 'clock')
/** A publishable key stands in a shop's page for all to read: it may ask what everybody may know. */
export const PUBLISHABLE_SCOPES = ['storefront'] as const
export type Scope = (typeof SECRET_SCOPES)[number] | (typeof PUBLISHABLE_SCOPES)[number]
