/** Refusals of what a shop's page asks with its publishable key. Part of the catalogue in errors.ts. */
export const storefrontErrors = {
  publishable_key_required: {
    status: 400,
    area: 'storefront',
    message:
      'Use the publishable key (pk_…) here: a secret key must never stand in a page or in an address. Revoke this one if it did',
    meaning: 'A secret key was sent in the address of a storefront call, where anybody could read it.',
  },
  origin_not_allowed: {
    status: 403,
    area: 'storefront',
    message: 'This origin may not use this publishable key',
    meaning: 'The page has an origin (scheme, host and port) that is not on the retailer’s list.',
  },
} as const
