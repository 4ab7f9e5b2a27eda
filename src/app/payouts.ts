import {
  createDeferredRail,
  createDirectRail,
  createHttpRail,
  type PayoutRail,
} from '../domains/payouts/index.ts'
import type { CallFigures } from '../platform/outbound/call-figures.ts'
import type { Psp } from '../sandbox/psp/psp.ts'
import type { Config } from './config/config.ts'

/** How money leaves: the lender's bank, the sandbox's own, or undefined where an operator exchanges files. */
export function choosePayoutRail(
  { payouts }: Config,
  psp: Psp | undefined,
  options: { readonly isPspServed: boolean; readonly calls: CallFigures },
): PayoutRail | undefined {
  if (payouts.rail === 'file') return undefined
  if (payouts.http !== undefined)
    return createHttpRail(payouts.http, { observer: options.calls.observe('payouts') })
  if (psp === undefined) return undefined
  return options.isPspServed ? createSandboxRail(psp) : createDirectRail(psp.payouts)
}

/** The sandbox bank is reached as any bank would be: over HTTP, with a certificate. Homologation only. */
function createSandboxRail(psp: Pick<Psp, 'getAccess'>): PayoutRail {
  return createDeferredRail(async () => {
    const { payoutUrl, tokenUrl, clientId, clientSecret, certificate, key, ca } = await psp.getAccess()
    return {
      url: payoutUrl,
      tokenUrl,
      clientId,
      clientSecret,
      clientAuth: 'basic',
      identity: { certificate, key, ca },
      namesRetailer: true,
    }
  })
}
