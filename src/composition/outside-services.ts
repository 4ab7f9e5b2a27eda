import type { Config } from '../config.ts'
import { MESSAGE_CHANNELS } from '../contract/messages.ts'
import type { Clock } from '../kernel/clock.ts'
import { findReleaseStatement, findSignedContract, renderReleasePdf } from '../modules/contracts/index.ts'
import { type Bureau, createHttpBureau, createSandboxBureau } from '../modules/credit/index.ts'
import {
  createHttpScanner,
  type InvoiceScanner,
  noScanner,
  sandboxScanner,
} from '../modules/invoices/index.ts'
import {
  createGatewayTransport,
  createMessageSender,
  createOutbox,
  createSmtpTransport,
  type MessagePort,
  type MessageTransports,
  type SendMessage,
  sandboxTransport,
} from '../modules/messages/index.ts'
import {
  type AnalysisPort,
  createHttpAnalysis,
  createPicturePool,
  deskAnalysis,
  type PicturePool,
  sandboxAnalysis,
} from '../modules/onboarding/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'

/** Ports to external services, each with the implementation that the configuration names. */
export interface OutsideServices {
  readonly bureau: Bureau
  readonly invoiceScanner: InvoiceScanner
  readonly messages: MessagePort
  readonly sendMessage: SendMessage
  readonly analysis: AnalysisPort
  readonly pictures: PicturePool
  closeOutside(): Promise<void>
}

export interface OutsideContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

export function createOutsideServices(
  config: Config,
  { database, secrets, clock }: OutsideContext,
): OutsideServices {
  const transports = createTransports(config)
  const pictures = createPicturePool()
  return {
    bureau: createBureau(config, clock),
    invoiceScanner: createInvoiceScanner(config),
    messages: createOutbox(
      secrets,
      MESSAGE_CHANNELS.filter(channel => transports[channel] !== undefined),
    ),
    sendMessage: createMessageSender({
      database,
      secrets,
      transports,
      async findAttachment(kind, transactionId) {
        const type = 'application/pdf'
        if (kind === 'release') {
          const release = await findReleaseStatement(database, transactionId)
          return release && { name: 'liberacao.pdf', type, bytes: await renderReleasePdf(release.statement) }
        }
        const signed = await findSignedContract(database, secrets, transactionId)
        return signed && { name: 'contrato.pdf', type, bytes: signed.pdf }
      },
    }),
    analysis: createAnalysis(config),
    pictures,
    async closeOutside() {
      for (const channel of MESSAGE_CHANNELS) transports[channel]?.close()
      await pictures.close()
    },
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

/**
 * E-mails leave by the mail server where there is one, everything else by the message service. Homologation without
 * either sends nothing: the retailer's developer reads the messages in the sandbox.
 */
function createTransports({ environment, messages, mail }: Config): MessageTransports {
  const gateway = messages && createGatewayTransport(messages)
  const fallback = environment === 'homologation' ? sandboxTransport : undefined
  const sms = gateway ?? fallback
  const email = mail === undefined ? (gateway ?? fallback) : createSmtpTransport(mail)
  return { ...(sms && { SMS: sms }), ...(email && { EMAIL: email }) }
}

function createAnalysis({ environment, analysis }: Config): AnalysisPort {
  if (analysis !== undefined) return createHttpAnalysis(analysis)
  // Without a face comparison service, an operator reviews every identification.
  return environment === 'homologation' ? sandboxAnalysis : deskAnalysis
}
