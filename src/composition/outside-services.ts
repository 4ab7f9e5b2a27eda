import type { Config } from '../config.ts'
import { RequestError } from '../contract/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Bureau, createHttpBureau, createSandboxBureau } from '../modules/credit/index.ts'
import {
  createHttpScanner,
  type InvoiceScanner,
  noScanner,
  sandboxScanner,
} from '../modules/invoices/index.ts'
import {
  type AnalysisPort,
  createHttpAnalysis,
  createMessageSender,
  createPicturePool,
  createQueuedMessages,
  createSandboxMessages,
  deskAnalysis,
  type MessagePort,
  type PicturePool,
  type SendMessage,
  sandboxAnalysis,
} from '../modules/onboarding/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'

/** Ports to external services, each with the implementation that the configuration names. */
export interface OutsideServices {
  readonly bureau: Bureau
  readonly invoiceScanner: InvoiceScanner
  readonly messages: MessagePort
  readonly sendMessage: SendMessage
  readonly analysis: AnalysisPort
  readonly pictures: PicturePool
}

export function createOutsideServices(config: Config, secrets: Secrets, clock: Clock): OutsideServices {
  return {
    bureau: createBureau(config, clock),
    invoiceScanner: createInvoiceScanner(config),
    messages: createMessages(config, secrets),
    sendMessage: config.messages === undefined ? refuseToSend : createMessageSender(secrets, config.messages),
    analysis: createAnalysis(config),
    pictures: createPicturePool(),
  }
}

function createBureau(config: Config, clock: Clock): Bureau {
  if (config.bureau !== undefined) return createHttpBureau(config.bureau)
  if (config.environment === 'homologation') return createSandboxBureau(clock)
  // Without a bureau nobody can be approved: every evaluation says so until one is configured.
  return { fetchReport: async () => ({ status: 'unavailable', reason: 'not-configured' }) }
}

function createInvoiceScanner({ environment, scanner }: Config): InvoiceScanner {
  if (scanner !== undefined) return createHttpScanner(scanner)
  return environment === 'homologation' ? sandboxScanner : noScanner
}

/** Homologation stores outgoing messages for the retailer's developer, even when they are really sent. */
function createMessages({ environment, messages }: Config, secrets: Secrets): MessagePort {
  const ports = [
    ...(environment === 'homologation' ? [createSandboxMessages(secrets)] : []),
    ...(messages === undefined ? [] : [createQueuedMessages(secrets)]),
  ]
  return {
    async post(tx, message, now) {
      if (ports.length === 0)
        throw new RequestError('service_unavailable', {
          message: 'Codes cannot be sent: no message service is configured',
          retryAfterSeconds: 60,
        })
      for (const port of ports) await port.post(tx, message, now)
    },
  }
}

function createAnalysis({ environment, analysis }: Config): AnalysisPort {
  if (analysis !== undefined) return createHttpAnalysis(analysis)
  // Without a face comparison service, an operator reviews every identification.
  return environment === 'homologation' ? sandboxAnalysis : deskAnalysis
}

const refuseToSend: SendMessage = async () => {
  throw new Error('a message waits, but MESSAGES_URL is not set any more')
}
