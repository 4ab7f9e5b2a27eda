/** What a key may do. A publishable key, which lives in a shop's page, can only ask for a pre-approval. */
export const SCOPES = ['preapproval', 'checkout', 'purchases', 'webhooks', 'sandbox'] as const
export type Scope = (typeof SCOPES)[number]

export const PUBLISHABLE_SCOPES: readonly Scope[] = ['preapproval']
