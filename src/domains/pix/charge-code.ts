import { encodeDynamicPix } from '../../brazil/pix.ts'
import { parsePix } from '../../brazil/pix-reading.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { ChargeName } from './pix-api.ts'

interface WrittenCharge {
  readonly writtenCode: string | undefined
  readonly location: string | undefined
  readonly amountCentavos: Centavos
}

/**
 * The code that a payer may copy: the provider's, or one made of the charge's location. Its CRC is computed again, and
 * it must lead to a host that the operator named: a changed answer could otherwise make
 * customers pay somebody else.
 */
export function composeChargeCode(
  { writtenCode, location, amountCentavos }: WrittenCharge,
  { merchantName, merchantCity }: Pick<ChargeName, 'merchantName' | 'merchantCity'>,
  allowedHosts: readonly string[],
): string {
  const code = writtenCode ?? encodeLocation(location, { merchantName, merchantCity, singleUse: true })
  const read = parsePix(code)
  if (!('url' in read.target)) throw new InputError('the code names a key instead of the charge')
  const { url } = read.target
  const host = url.split('/')[0]?.toLowerCase() ?? ''
  if (!allowedHosts.includes(host)) throw new InputError(`the code leads to ${host}`)
  if (location !== undefined && location !== url)
    throw new InputError('the code leads to another charge than the location')
  if (read.amountCentavos !== undefined && read.amountCentavos !== amountCentavos)
    throw new InputError('the code asks for another amount')
  return code
}

function encodeLocation(
  url: string | undefined,
  merchant: { readonly merchantName: string; readonly merchantCity: string; readonly singleUse: boolean },
): string {
  if (url === undefined) throw new InputError('the charge has neither a code nor a location')
  return encodeDynamicPix({ url, ...merchant })
}
