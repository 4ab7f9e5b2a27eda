import type { Centavos } from '../../kernel/money.ts'
import { getTerms } from '../quoting/index.ts'
import type { PreviewContext } from './preview-offer.ts'

export interface StorefrontSettings {
  readonly showsScript: boolean
  readonly name: string
  readonly minTotalCentavos: Centavos
  readonly maxTotalCentavos: Centavos
}

/** What a script in a shop's page needs to know before it has a price. */
export async function readStorefront(
  context: Pick<PreviewContext, 'retailers' | 'credit'>,
  retailerId: string,
): Promise<StorefrontSettings> {
  const { retailer, policy } = await getTerms(context, retailerId)
  const { minimum, maximum } = policy.document.purchaseValue
  return {
    showsScript: retailer.scriptEnabled && !retailer.isSuspended,
    name: retailer.name,
    minTotalCentavos: minimum * 100,
    maxTotalCentavos: maximum * 100,
  }
}
