/** What a secret key may be allowed to do. */
export const SECRET_SCOPES = ['preapproval', 'checkout', 'purchases', 'webhooks', 'sandbox'] as const
/** A publishable key stands in a shop's page for all to read: it may ask what everybody may know. */
export const PUBLISHABLE_SCOPES = ['storefront'] as const
export type Scope = (typeof SECRET_SCOPES)[number] | (typeof PUBLISHABLE_SCOPES)[number]
