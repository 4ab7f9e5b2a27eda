import type { JSX } from 'preact'
import type { ShopLogo } from '../../src/contract/theme.ts'

interface ShopNameProps {
  readonly retailerName: string
  readonly logo: ShopLogo | undefined
}

/** The logo takes the place of the name, and says it to whoever does not see it. */
export function ShopName({ retailerName, logo }: ShopNameProps): JSX.Element {
  if (logo === undefined) return <strong>{retailerName}</strong>
  const { url, width, height } = logo
  return <img class="logo" src={url} width={width} height={height} alt={retailerName} />
}
