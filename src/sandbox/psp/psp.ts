import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { Agent } from 'undici'
import type { Transaction } from '../../platform/db/database.ts'
import { stopServer } from '../../platform/http/stop-server.ts'
import type { JobHandler } from '../../platform/jobs/runner.ts'
import { type AccessFiles, openAccessFiles } from './access-files.ts'
import { type Behaviours, createBehaviours } from './behaviours.ts'
import type { ChargeBody, ChargeKind, Debtor } from './charge-body.ts'
import { clearDebtorIndex, lockChargesOf, replaceBody } from './charge-store.ts'
import { openCharge, sealBody } from './charges.ts'
import { computeDocumentIndex } from './document.ts'
import { type ChargePayment, type PayOutcome, payCharge } from './pay-charge.ts'
import type { RefundRecord } from './payment-store.ts'
import { getPayout, type PayoutAnswer, putPayout, returnPayout } from './payouts.ts'
import type { PspContext } from './psp-context.ts'
import type { PspPlace } from './psp-place.ts'
import { finishRefund, returnPayment, SETTLE_REFUND } from './refunds.ts'
import { SEND_WEBHOOK, sendWebhook } from './send-webhook.ts'

/** What a client of the Pix API is configured with. Certificates and key are PEM texts. */
export interface PspAccess {
  readonly baseUrl: string
  readonly tokenUrl: string
  /** Where `/payouts/{key}` is. */
  readonly payoutUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly ca: string
  readonly certificate: string
  readonly key: string
  /** The receiver's own. */
  readonly pixKey: string
}

/** The sandbox bank. Its state is in its tables: any number of processes are the same bank. */
export interface Psp {
  /** Starts the server when it does not run yet. */
  getAccess(): Promise<PspAccess>
  /** Plays the payer. */
  payCharge(txid: string, payment?: ChargePayment): Promise<PayOutcome>
  /** Plays the bank that takes a payment back. */
  returnPayment(endToEndId: string, refund: Parameters<typeof returnPayment>[2]): Promise<RefundRecord>
  /** Part of forgetting a person everywhere: how many charges named them. */
  forgetDebtor(tx: Transaction, cpf: string): Promise<number>
  /** Money out, without the server: answers of the port in docs/ports/payouts.json. */
  readonly payouts: {
    put(payoutKey: string, body: unknown): Promise<PayoutAnswer>
    find(payoutKey: string): Promise<PayoutAnswer>
    /** Plays the payee's bank, which sends the money back. */
    return(payoutKey: string, code: string): Promise<boolean>
  }
  readonly behaviours: Behaviours
  /** Jobs that a worker of the deployment runs. */
  readonly jobHandlers: Readonly<Record<string, JobHandler>>
  stop(): Promise<void>
}

interface PspOptions extends PspContext, PspPlace {
  /** Holds the certificates, in a folder `psp`. */
  readonly dataDir: string
  readonly pixKey: string
}

const HOST = '127.0.0.1'
const STOP_MS = 2_000

export function openPsp({ dataDir, port, mayMove, pixKey, ...context }: PspOptions): Psp {
  let files: Promise<AccessFiles> | undefined
  let running: Promise<FastifyInstance> | undefined
  let agent: Agent | undefined
  let host = ''

  const getFiles = (): Promise<AccessFiles> => (files ??= openAccessFiles(join(dataDir, 'psp')))
  const getServer = (): Promise<FastifyInstance> => {
    running ??= startServer().catch(error => {
      running = undefined
      throw error
    })
    return running
  }

  async function startServer(): Promise<FastifyInstance> {
    // Loaded here, so that the program itself starts as quickly as without a bank.
    const { createPspServer } = await import('./server.ts')
    const server = createPspServer({ ...context, getHost: () => host }, await getFiles())
    await listen(server, port, mayMove)
    host = `${HOST}:${(server.server.address() as AddressInfo).port}`
    return server
  }

  /** Shows the bank's certificate to receivers that ask for one. */
  async function getAgent(): Promise<Agent> {
    const { ca, server } = await getFiles()
    agent ??= new Agent({
      connect: { ca: [...rootCertificates, ca], cert: server.certificate, key: server.key },
      keepAliveTimeout: 5_000,
    })
    return agent
  }

  return {
    async getAccess() {
      await getServer()
      const { ca, client, clientId, clientSecret } = await getFiles()
      return {
        baseUrl: `https://${host}/v2`,
        tokenUrl: `https://${host}/oauth/token`,
        payoutUrl: `https://${host}`,
        clientId,
        clientSecret,
        ca,
        certificate: client.certificate,
        key: client.key,
        pixKey,
      }
    },
    payCharge: (txid, payment) => payCharge(context, txid, payment),
    returnPayment: (endToEndId, refund) => returnPayment(context, endToEndId, refund),
    forgetDebtor: (tx, cpf) => forgetDebtor(context, tx, cpf),
    payouts: {
      put: (payoutKey, body) => putPayout(context, payoutKey, body),
      find: payoutKey => getPayout(context, payoutKey),
      return: (payoutKey, code) => returnPayout(context, payoutKey, code),
    },
    behaviours: createBehaviours(context),
    jobHandlers: {
      [SEND_WEBHOOK]: async (payload, run) => sendWebhook(context, await getAgent(), payload, run),
      [SETTLE_REFUND]: payload => finishRefund(context, payload),
    },
    async stop() {
      const server = await running?.catch(() => undefined)
      if (server !== undefined) await stopServer(server, STOP_MS)
      await agent?.destroy()
    },
  }
}

async function listen(server: FastifyInstance, port: number, mayMove: boolean): Promise<void> {
  try {
    // Exclusive: processes that share the service's address have a bank each.
    await server.listen({ host: HOST, port, exclusive: true })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || !mayMove) throw error
    await server.listen({ host: HOST, port: 0, exclusive: true })
  }
}

/** The interface asks for a debtor of every charge with a due date. */
const NOBODY: Debtor = { cpf: '00000000000', nome: 'Pessoa esquecida' }

/** Leaves the charges with their terms and payments, and takes from each revision whom it was for. */
async function forgetDebtor(
  context: Pick<PspContext, 'secrets'>,
  tx: Transaction,
  document: string,
): Promise<number> {
  const debtorIndex = computeDocumentIndex(context, document)
  const revisions = await lockChargesOf(tx, debtorIndex)
  for (const record of revisions) {
    const { txid, revision, kind, body } = openCharge(context, record)
    await replaceBody(tx, { txid, revision }, sealBody(context, txid, revision, omitDebtor(kind, body)))
  }
  await clearDebtorIndex(tx, debtorIndex)
  return new Set(revisions.map(({ txid }) => txid)).size
}

function omitDebtor(kind: ChargeKind, { devedor: _, ...body }: ChargeBody): object {
  return kind === 'cobv' ? { ...body, devedor: NOBODY } : body
}
