import type { JSX } from 'preact'

interface OfferAttributes {
  readonly 'data-key': string
  readonly price: string
  readonly quantity?: string
  readonly page: 'pdp' | 'cart' | 'checkout' | 'list'
  readonly variant?: 'line' | 'card'
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'crediario-oferta': OfferAttributes
    }
  }
}

interface OfferProps {
  readonly publishableKey: string
  readonly priceCentavos: number
  readonly page: OfferAttributes['page']
  readonly variant?: 'line' | 'card'
}

/** The lender's element, as any shop puts it beside a price. */
export function Offer({ publishableKey, priceCentavos, page, variant = 'line' }: OfferProps): JSX.Element {
  const price = (priceCentavos / 100).toFixed(2)
  return <crediario-oferta data-key={publishableKey} price={price} page={page} variant={variant} />
}
