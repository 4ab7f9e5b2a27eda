import { createHttpListings } from '../domains/collection/http-listings.ts'
import type { ListingsPort } from '../domains/collection/listing.ts'
import { findAttachment } from '../domains/contracts/compose-terms.ts'
import { createHttpBureau } from '../domains/credit/http-bureau.ts'
import type { Bureau } from '../domains/credit/index.ts'
import type { InvoiceScanner } from '../domains/invoices/index.ts'
import { createHttpScanner, noScanner } from '../domains/invoices/scanner.ts'
import { createMessaging, type Messaging } from '../domains/messaging/index.ts'
import {
  type AnalysisPort,
  createHttpAnalysis,
  createPicturePool,
  deskAnalysis,
} from '../domains/onboarding/index.ts'
import { createPayoutRail } from '../domains/payouts/http-rail.ts'
import type { PayoutRail } from '../domains/payouts/rail.ts'
import { createDeferredPixApi } from '../domains/pix/http-pix-api.ts'
import type { PixApi } from '../domains/pix/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CallMetrics } from '../platform/outbound/call-metrics.ts'
import { sandboxAnalysis } from '../sandbox/personas.ts'
import type { Psp } from '../sandbox/psp/psp.ts'
import { createSandboxBureau } from '../sandbox/sandbox-bureau.ts'
import { sandboxListings, sandboxScanner, sandboxTransport } from '../sandbox/sandbox-services.ts'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'

/** Ports to external services, each with the implementation that the configuration names. */
export interface OutsideServices extends Omit<Messaging, 'close'> {
  readonly bureau: Bureau
  readonly listings: ListingsPort
  readonly invoiceScanner: InvoiceScanner
  readonly analysis: AnalysisPort
  readonly pictures: ReturnType<typeof createPicturePool>
  closeOutside(): Promise<void>
}

export function createOutsideServices(config: Config, app: App): OutsideServices {
  const { clock, calls } = app
  const messaging = createMessaging(app, {
    gateway: config.messages && { ...config.messages, observer: calls.observe('messages') },
    mail: config.mail,
    // Homologation without either sends nothing: the retailer's developer reads the messages in the sandbox.
    fallback: config.environment === 'homologation' ? sandboxTransport : undefined,
    findAttachment: (kind, transactionId) => findAttachment(app, kind, transactionId),
  })
  const pictures = createPicturePool()
  return {
    bureau: createBureau(config, clock, calls),
    listings: createListings(config, calls),
    invoiceScanner: createInvoiceScanner(config, calls),
    messages: messaging.messages,
    sendMessage: messaging.sendMessage,
    findReceipt: messaging.findReceipt,
    analysis: createAnalysis(config, calls),
    pictures,
    async closeOutside() {
      messaging.close()
      await pictures.close()
    },
  }
}

function createBureau(config: Config, clock: Clock, calls: CallMetrics): Bureau {
  if (config.bureau !== undefined)
    return createHttpBureau({ ...config.bureau, observer: calls.observe('bureau') })
  if (config.environment === 'homologation') return createSandboxBureau(clock)
  // Without a bureau nobody can be approved: every evaluation says so until one is configured.
  return { fetchReport: async () => ({ status: 'unavailable', reason: 'not-configured' }) }
}

function createListings({ environment, listings }: Config, calls: CallMetrics): ListingsPort {
  if (listings !== undefined) return createHttpListings({ ...listings, observer: calls.observe('listings') })
  if (environment === 'homologation') return sandboxListings
  // Without a bureau nothing is listed: requests wait until one is configured.
  const wait = async () => ({ outcome: 'unknown', code: 'NOT_CONFIGURED' }) as const
  return { list: wait, lower: wait, remove: wait, find: wait }
}

function createInvoiceScanner({ environment, scanner }: Config, calls: CallMetrics): InvoiceScanner {
  if (scanner !== undefined) return createHttpScanner({ ...scanner, observer: calls.observe('scanner') })
  return environment === 'homologation' ? sandboxScanner : noScanner
}

function createAnalysis({ environment, analysis }: Config, calls: CallMetrics): AnalysisPort {
  if (analysis !== undefined) return createHttpAnalysis({ ...analysis, observer: calls.observe('analysis') })
  // Without a face comparison service, an operator reviews every identification.
  return environment === 'homologation' ? sandboxAnalysis : deskAnalysis
}

/** The sandbox bank is reached as any PSP would be: over HTTP, with a certificate. Homologation only. */
export function createSandboxPixApi(psp: Pick<Psp, 'getAccess'>): PixApi {
  return createDeferredPixApi(async () => {
    const { baseUrl, tokenUrl, clientId, clientSecret, certificate, key, ca } = await psp.getAccess()
    return {
      apiUrl: baseUrl,
      tokenUrl,
      clientId,
      clientSecret,
      clientAuth: 'basic',
      identity: { certificate, key, ca },
      locationHosts: [new URL(baseUrl).host],
      namesRetailer: true,
    }
  })
}

/** How money leaves: the lender's bank, the sandbox's own, or undefined where an operator exchanges files. */
export function choosePayoutRail(
  { payouts }: Config,
  psp: Psp | undefined,
  options: { readonly isPspServed: boolean; readonly calls: CallMetrics },
): PayoutRail | undefined {
  if (payouts.rail === 'file') return undefined
  if (payouts.http !== undefined) return createPayoutRail(payouts.http, options.calls.observe('payouts'))
  if (psp === undefined) return undefined
  return options.isPspServed ? createSandboxRail(psp) : createPayoutRail(psp.payouts)
}

/** The sandbox bank is reached as any bank would be: over HTTP, with a certificate. Homologation only. */
function createSandboxRail(psp: Pick<Psp, 'getAccess'>): PayoutRail {
  return createPayoutRail(async () => {
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
