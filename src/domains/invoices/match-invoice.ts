import type { App } from '../../app/app.ts'
import { parseNfeKey } from '../../brazil/nfe-key.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { findPurchase, lockPurchase, type Purchase } from '../purchases/index.ts'
import type { Retailer } from '../retailers/index.ts'
import { recordInvoiceDecision } from './decide-invoice.ts'
import { AUTOMATIC, type Findings, type Invoice } from './invoice.ts'
import type { ReadText } from './pdf/read-text.ts'
import { DECISION_TEXTS, findInvoice, sendToDesk } from './store.ts'

export const MATCH_INVOICE = 'check-invoice'

/**
 * A job. An invoice with all required content is VALIDATED; a person checks every other one. Nothing is refused
 * automatically.
 */
export async function matchInvoice(app: App, payload: unknown): Promise<void> {
  const { invoiceId } = payload as { readonly invoiceId: string }
  const invoice = await findInvoice(app.database, app.secrets, invoiceId)
  if (invoice === undefined || !isWaiting(invoice)) return
  const findings = await findOut(app, invoice)
  await app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.secrets, invoice.transactionId)
    const current = await findInvoice(tx, app.secrets, invoiceId)
    // Replaced, withdrawn or decided by a person while the file was being read.
    if (purchase === undefined || current === undefined || !isWaiting(current)) return
    // The program does not release what no person may release alone: a text can be forged.
    const isAbove = purchase.netLoanCentavos > app.fourEyesAboveCentavos
    if (!isMatch(findings) || isAbove) return sendToDesk(tx, app.secrets, current, findings, app.clock.now())
    const code = 'MATCHES_PURCHASE'
    const decision = {
      state: 'VALIDATED',
      code,
      message: DECISION_TEXTS[code],
      decidedBy: AUTOMATIC,
      findings,
    } as const
    await recordInvoiceDecision(app, tx, { purchase, invoice: current, decision }, 'invoice-matched')
  })
}

const isWaiting = ({ state, replacedAt }: Invoice): boolean => state === 'RECEIVED' && replacedAt === null

async function findOut(app: App, invoice: Invoice): Promise<Findings> {
  const { database, secrets, files, pdfReader, retailers } = app
  const { retailerId, transactionId } = invoice
  const [purchase, retailer, bytes] = await Promise.all([
    findPurchase(database, secrets, { retailerId, id: transactionId }),
    retailers.getRetailer(retailerId),
    files.get(invoice.fileName),
  ])
  if (purchase === undefined) throw new Error(`invoice ${invoice.id} has no transaction`)
  if (bytes === undefined) throw new Error(`the file of invoice ${invoice.id} is missing in the file storage`)
  const expected = composeExpected(purchase, retailer, app.clock.now())
  return compareText(await pdfReader.readText(bytes), expected)
}

/** What the invoice of a purchase must contain today. */
export function composeExpected(purchase: Purchase, retailer: Retailer, now: Date): Expected {
  return {
    orderId: purchase.orderId,
    retailerName: retailer.name,
    cpf: purchase.customer.cpf,
    purchaseCentavos: purchase.purchaseCentavos,
    cnpj: retailer.cnpj ?? undefined,
    months: [toMonth(purchase.createdAt), toMonth(now)],
  }
}

/** YYMM */
const toMonth = (at: Date): string => calendarDateAt(at).replace(/^..(..)-(..).*/, '$1$2')

/** What the invoice of a purchase must contain. */
export interface Expected {
  readonly orderId: string
  readonly retailerName: string
  readonly cpf: string
  readonly purchaseCentavos: Centavos
  /** The retailer's; undefined when it is not known, and then nothing proves who issued the invoice. */
  readonly cnpj: string | undefined
  /** YYMM: of the purchase, and of today. */
  readonly months: readonly [first: string, last: string]
}

/** Every invoice has more characters than this; a scanned picture has none, or the few of a stamp. */
const MIN_LETTERS = 20

export const isMatch = (findings: Partial<Findings>): boolean => Object.values(findings).every(Boolean)

/** Compares words and figures; accents, case, masks and line ends make no difference. */
export function compareText(read: ReadText | undefined, expected: Expected): Findings {
  const { text = '', hasUnseen = false } = read ?? {}
  const plain = simplify(text)
  if (plain.replaceAll(' ', '').length < MIN_LETTERS)
    return {
      readable: false,
      order: false,
      retailer: false,
      customer: false,
      amount: false,
      accessKey: false,
      visible: !hasUnseen,
    }
  const found = {
    readable: true,
    order: hasWords(plain, simplify(expected.orderId)),
    retailer: hasWords(plain, simplify(expected.retailerName)),
    customer: hasCpf(plain, expected.cpf),
    amount: listAmounts(plain).has(expected.purchaseCentavos),
    accessKey: hasAccessKey(plain, expected),
  }
  // Omitted pages do not matter where the rest contains everything.
  return { ...found, visible: !hasUnseen || isMatch(found) }
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
}

/** Whole words only: order 12 is not found in order 123. */
function hasWords(text: string, words: string): boolean {
  if (words === '') return false
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + words.length]]
    if (!isWordPart(before) && !isWordPart(after)) return true
  }
  return false
}

const isWordPart = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

function hasCpf(text: string, cpf: string): boolean {
  const spaced = [...cpf].join('[ .-]{0,3}')
  return new RegExp(`(?<![0-9])${spaced}(?![0-9])`).test(text)
}

/** Printed in groups of four, or in one piece. Looked for at every beginning of a word: other figures may precede it. */
const ACCESS_KEY =
  /(?<![0-9a-z])(?=((?:[0-9][ .-]?){6}(?:[0-9a-z][ .-]?){12}(?:[0-9][ .-]?){25}[0-9])(?![0-9a-z]))/g

function hasAccessKey(text: string, { cnpj, months: [first, last] }: Expected): boolean {
  if (cnpj === undefined) return false
  return [...text.matchAll(ACCESS_KEY)].some(([, written = '']) => {
    const key = parseNfeKey(written.replaceAll(/[ .-]/g, '').toUpperCase())
    return key !== undefined && key.cnpj === cnpj && key.month >= first && key.month <= last
  })
}

/** Accepts 1.240,00 and 1240,00, and the same with point and comma exchanged. */
function listAmounts(text: string): Set<Centavos> {
  const found = new Set<Centavos>()
  for (const [, whole = '', cents = ''] of text.matchAll(
    /(?<![0-9.,])((?:[0-9]{1,3}(?:[.,][0-9]{3})+|[0-9]{1,9}))[.,]([0-9]{2})(?![0-9])/g,
  ))
    found.add(Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents))
  return found
}
