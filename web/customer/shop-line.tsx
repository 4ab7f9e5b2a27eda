import type { JSX } from 'preact'
import type { ShopLogo } from '../../src/contract/theme.ts'
import { Logo } from '../design/logo.tsx'
import { nameOrder } from '../design/order-name.ts'
import { ShopName } from './shop-name.tsx'

interface ShopLineProps {
  readonly retailerName: string
  readonly logo: ShopLogo | undefined
  readonly orderId: string
  /** It is about an agreement on the debt of that order. */
  readonly isAgreement?: boolean
}

/** The shop in whose name one pays, and whose page this is. */
export function ShopLine({ retailerName, logo, orderId, isAgreement = false }: ShopLineProps): JSX.Element {
  return (
    <div class="shop">
      <p>
        <ShopName retailerName={retailerName} logo={logo} />{' '}
        {isAgreement && <span class="soft">acordo sobre {nameOrder(orderId)}</span>}
      </p>
      <Logo />
    </div>
  )
}
