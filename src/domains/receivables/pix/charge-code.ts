import { encodeDynamicPix } from '../../../brazil/pix.ts'
import { PixError } from '../../../brazil/pix-error.ts'
import { parsePix } from '../../../brazil/pix-reading.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { ChargeName } from './pix-api.ts'

export interface WrittenCharge {
  readonly writtenCode: string | undefined
  readonly location: string | undefined
  readonly amountCentavos: Centavos
}

/** Why the code of a charge must not be shown to a payer. */
export class UntrustedCode extends Error {}

/**
 * The code that a payer may copy: the provider's, or one made of the charge's location. Its CRC is computed again, and
 * it must lead to a host that the operator named: whoever could change an answer on its way could otherwise make
 * customers pay somebody else.
 */
export function composeChargeCode(
  { writtenCode, location, amountCentavos }: WrittenCharge,
  { merchantName, merchantCity }: Pick<ChargeName, 'merchantName' | 'merchantCity'>,
  allowedHosts: readonly string[],
): string {
  try {
    const code = writtenCode ?? encodeLocation(location, { merchantName, merchantCity, singleUse: true })
    const read = parsePix(code)
    if (!('url' in read.target)) throw new UntrustedCode('the code names a key instead of the charge')
    const { url } = read.target
    const host = url.split('/')[0]?.toLowerCase() ?? ''
    if (!allowedHosts.includes(host)) throw new UntrustedCode(`the code leads to ${host}`)
    if (location !== undefined && location !== url)
      throw new UntrustedCode('the code leads to another charge than the location')
    if (read.amountCentavos !== undefined && read.amountCentavos !== amountCentavos)
      throw new UntrustedCode('the code asks for another amount')
    return code
  } catch (error) {
    if (error instanceof PixError) throw new UntrustedCode(error.message)
    throw error
  }
}

function encodeLocation(
  url: string | undefined,
  merchant: { readonly merchantName: string; readonly merchantCity: string; readonly singleUse: boolean },
): string {
  if (url === undefined) throw new UntrustedCode('the charge has neither a code nor a location')
  return encodeDynamicPix({ url, ...merchant })
}
