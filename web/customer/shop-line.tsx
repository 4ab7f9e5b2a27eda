import type { JSX } from 'preact'
import type { ShopLogo } from '../../src/contract/theme.ts'
import { ShopName } from './shop-name.tsx'

interface ShopLineProps {
  readonly retailerName: string
  readonly logo: ShopLogo | undefined
  readonly orderId: string
  /** It is about an agreement on the debt of that order. */
  readonly isAgreement?: boolean
}

export function ShopLine({ retailerName, logo, orderId, isAgreement = false }: ShopLineProps): JSX.Element {
  return (
    <p class="shop">
      <ShopName retailerName={retailerName} logo={logo} />{' '}
      <span class="soft">
        {isAgreement ? 'acordo sobre o pedido' : 'pedido'} {orderId}
      </span>
    </p>
  )
}
