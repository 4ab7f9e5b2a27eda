import type { Static } from 'typebox'
import { composeNfeKey } from '../../src/brazil/nfe-key.ts'
import { InvoiceAnswer, ReviewAnswer } from '../../src/contract/invoice.ts'
import { type Part, writePage } from '../purchases/invoices/pdf-writer.ts'
import { type Answer, DEMO_KEY, query, type TestApp } from './app.ts'
import { type Bought, checkAnswer, read } from './purchase-http.ts'

export type InvoiceBody = Static<typeof InvoiceAnswer>

export function askUpload(
  app: TestApp,
  transactionId: string,
  invoiceFile: unknown,
  apiKey = DEMO_KEY,
): Promise<Answer> {
  const file = Buffer.isBuffer(invoiceFile) ? invoiceFile.toString('base64') : invoiceFile
  return app.post(`/invoice/${transactionId}/file`, { apiKey, invoiceFile: file })
}

export async function upload(app: TestApp, transactionId: string, bytes: Buffer): Promise<InvoiceBody> {
  return checkAnswer(InvoiceAnswer, await askUpload(app, transactionId, bytes))
}

export function askReview(
  app: TestApp,
  invoiceId: string,
  body: Readonly<Record<string, unknown>>,
  apiKey = DEMO_KEY,
): Promise<Answer> {
  return app.post(`/sandbox/invoice/${invoiceId}/review`, { apiKey, ...body })
}

export async function review(app: TestApp, invoiceId: string, result: string, message?: string) {
  const answer = await askReview(app, invoiceId, { result, ...(message === undefined ? {} : { message }) })
  return checkAnswer(ReviewAnswer, answer)
}

/** In groups of four, as invoices print it. */
export function writeKey(at: Date, cnpj = DEMO_CNPJ): string {
  const month = at.toISOString().replace(/^..(..)-(..).*/, '$1$2')
  return composeNfeKey({ month, cnpj }, 7).replaceAll(/(.{4})(?=.)/g, '$1 ')
}
const DEMO_CNPJ = '11222333000181'

/** An invoice that by default contains everything that the automatic check looks for. */
export async function writeInvoice(
  app: TestApp,
  bought: Pick<Bought, 'person' | 'orderId' | 'transactionId'>,
  more: {
    readonly apiKey?: string
    readonly orderId?: string
    readonly cpf?: string
    readonly total?: string
    readonly key?: string
    readonly font?: string
    readonly parts?: readonly Part[]
  } = {},
): Promise<Buffer> {
  const { financedAmount, downPaymentValue } = await read(app, bought.transactionId, more.apiKey)
  const { orderId = bought.orderId, cpf = bought.person.cpf } = more
  const total = more.total ?? (financedAmount + downPaymentValue).toFixed(2).replace('.', ',')
  const key = more.key ?? writeKey(app.services.clock.now())
  const { font = '', parts = [] } = more
  return writePage(
    ['DANFE Loja Demonstra\xe7\xe3o', `Pedido ${orderId}`, `CPF ${cpf}`, `Total R$ ${total}`, `Chave ${key}`],
    { font, parts },
  )
}

export interface InvoiceRow {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly findings: Readonly<Record<string, boolean>> | null
  readonly isReplaced: boolean
}

export function listInvoices(app: TestApp, transactionId: string): Promise<InvoiceRow[]> {
  return query(
    app,
    'SELECT id, version, state, findings, replaced_at IS NOT NULL AS "isReplaced" FROM invoices WHERE transaction_id = $1 ORDER BY version',
    [transactionId],
  )
}

/** The retailer's invoice events, without the members that every event has. */
export async function listInvoiceEvents(app: TestApp, transactionId: string) {
  const rows = await query<{ body: string }>(
    app,
    `SELECT body FROM events WHERE transaction_id = $1 AND type LIKE 'invoice.%' ORDER BY sequence`,
    [transactionId],
  )
  return rows.map(({ body }) => {
    const { eventId: _, createdAt: __, sequence: ___, ...told } = JSON.parse(body) as Record<string, unknown>
    return told
  })
}
