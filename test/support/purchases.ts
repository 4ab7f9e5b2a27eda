import assert from 'node:assert/strict'
import type { App } from '../../src/app/app.ts'
import type { Step } from '../../src/contract/enums.ts'
import type { PurchaseEvent } from '../../src/contract/purchase-events.ts'
import { reconcilePayouts } from '../../src/domains/closing/reconcile-payouts.ts'
import { composeTerms } from '../../src/domains/contracts/compose-terms.ts'
import { computePdfHash, storeSignedContract } from '../../src/domains/contracts/store.ts'
import { computeContractHash } from '../../src/domains/contracts/terms.ts'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import {
  type AuthorizedPurchase,
  authorizePurchase,
  createAuthorizations,
} from '../../src/domains/purchases/authorize-purchase.ts'
import { type PurchaseView, readPurchase } from '../../src/domains/purchases/read-purchase.ts'
import { computeRelease } from '../../src/domains/purchases/release-contract.ts'
import { lockPurchase } from '../../src/domains/purchases/store/purchases.ts'
import type { Billet } from '../../src/domains/receivables/billets/billet.ts'
import { type BookedReport, creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { reconcileBillets } from '../../src/domains/receivables/reconcile-billets.ts'
import { reconcileLoans } from '../../src/domains/receivables/reconcile-loans.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { DatabaseUnavailable } from '../../src/platform/db/database-errors.ts'
import { readSandboxBank } from '../../src/sandbox/exchange-with-bank.ts'
import { createSandboxBank } from '../../src/sandbox/sandbox-bank.ts'
import { listWireOptions, type OptionsBody, type WireOption } from './answer-schemas.ts'
import { DEMO_KEY, DEMO_RETAILER, query, type TestApp } from './app.ts'
import { askUntilConnected } from './database.ts'
import { newPerson, optionsBody, type Person } from './people.ts'

/** The services that flows need, on another database if one is given. */
export function contextOf(app: TestApp, database: Database = app.database) {
  // Whoever wants the bank read first says so: `withBank`.
  const other = { ...app.services, database, readBank: undefined }
  if (database === app.database) return other
  return { ...other, authorizations: createAuthorizations(other) }
}

/** As the worker of homologation runs: its bank is read first, so that what is overdue ends in the same run. */
export function withBank<Context extends App>(context: Context) {
  return { ...context, readBank: () => readSandboxBank({ ...context, pixApi: undefined }) }
}

/** Due transfers are ordered, sent and confirmed, as the worker does. Returns how many steps were taken. */
export function transferAll(app: App): Promise<number> {
  return runPayouts(app)
}

export interface Quotation {
  readonly person: Person
  readonly options: readonly WireOption[]
  readonly body: OptionsBody
}

let orders = 0
export const newOrderId = (): string => `pedido-${++orders}`

export async function quote(
  app: TestApp,
  terms: {
    readonly key?: string
    readonly person?: Person
    readonly value?: number
    readonly products?: readonly Record<string, unknown>[]
  } = {},
): Promise<Quotation> {
  const { key = DEMO_KEY, person = newPerson(), value = 2_000, products } = terms
  const more = products === undefined ? {} : { products }
  // On a busy machine a server may be without a connection for a moment.
  const { body } = await askUntilConnected(async () => {
    const answer = await app.post<OptionsBody>('/options', optionsBody(key, person, value, more))
    if (answer.status === 503) throw new DatabaseUnavailable(answer.text)
    return answer
  })
  assert.equal(body.result, 'APPROVED', JSON.stringify(body))
  return { person, body, options: listWireOptions(body) }
}

/** An option with or without a down payment, insured or not. */
export function pickOption(
  { body }: Quotation,
  terms: { readonly downPayment?: boolean; readonly installments?: number } = {},
): WireOption {
  const { downPayment = true, installments } = terms
  const group = (body.downPaymentOptions ?? []).find(
    ({ downPaymentPercentage }) => downPaymentPercentage > 0 === downPayment,
  )
  const option = group?.options.find(
    ({ numberOfInstallments }) => installments === undefined || numberOfInstallments === installments,
  )
  assert.ok(option, 'the demonstration policy offers such an option')
  return option
}

export async function authorize(
  app: TestApp,
  terms: Parameters<typeof quote>[1] &
    Parameters<typeof pickOption>[1] & { readonly retailerId?: string } = {},
): Promise<AuthorizedPurchase> {
  const option = pickOption(await quote(app, terms), terms)
  return authorizePurchase(contextOf(app), {
    retailerId: terms.retailerId ?? DEMO_RETAILER,
    optionId: option._id,
    orderId: newOrderId(),
    hasInsurance: undefined,
  })
}

export interface HeldAuthorization {
  /** Resolves once it is released. */
  readonly done: Promise<AuthorizedPurchase>
  release(): void
}

/** Writes the whole purchase and keeps its transaction open until it is released. */
export async function holdAuthorization(
  app: TestApp,
  command: Parameters<typeof authorizePurchase>[1],
): Promise<HeldAuthorization> {
  const held = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const database: Database = {
    ...app.database,
    transaction: work =>
      app.database.transaction(async tx => {
        const result = await work(tx)
        await tx.run({ name: '', text: 'SELECT 1' }, [])
        written.resolve()
        await held.promise
        return result
      }),
  }
  const done = authorizePurchase(contextOf(app, database), command)
  await Promise.race([written.promise, done])
  return { done, release: () => held.resolve() }
}

const ONBOARDING: readonly PurchaseEvent[] = [
  'onboarding-opened',
  'phone-confirmed',
  'front-received',
  'back-received',
  'selfie-received',
  'analysis-passed',
  'insurance-answered',
  'signed',
]

/** Plays the customer up to and including the given event; insurance is declined unless it is accepted. */
export async function play(
  app: TestApp,
  transactionId: string,
  until: PurchaseEvent = 'signed',
  { acceptInsurance = false }: { readonly acceptInsurance?: boolean } = {},
) {
  let step: Step = 'WAITING'
  for (const event of ONBOARDING) {
    // Not every retailer sells insurance.
    if (event === 'insurance-answered' && step !== 'INSURANCE') continue
    if (event === 'signed') await sign(app, transactionId)
    else ({ step } = await applyCustomerEvent(contextOf(app), transactionId, event, { acceptInsurance }))
    if (event === until) return
  }
}

/** The customer signs the contract of this day. Its document is not drawn. */
export async function sign(app: TestApp, transactionId: string): Promise<void> {
  const services = contextOf(app)
  const { secrets } = services
  const purchase = await app.database.transaction(tx => lockPurchase(tx, secrets, transactionId))
  assert.ok(purchase)
  const terms = await composeTerms(services, purchase)
  const { contractDate, version: contractVersion } = terms
  const { contract } = computeRelease(purchase, contractDate).purchase
  await applyCustomerEvent(services, transactionId, 'signed', {
    signed: { contract, contractDate, contractVersion },
    record(tx, now) {
      const signedAt = now.toISOString()
      const pdf = Buffer.from('a contract')
      const statement = {
        format: 'crediario-evidence-1',
        transactionId,
        contractHash: computeContractHash(terms),
        pdfSha256: computePdfHash(pdf),
        signedAt,
        code: { id: transactionId, sentAt: signedAt, phone: purchase.customer.phone },
        origin: { ip: '127.0.0.1', userAgent: '' },
        documents: {},
      } as const
      return storeSignedContract(tx, secrets, { terms, statement, pdf })
    },
  })
}

export async function view(app: TestApp, transactionId: string, retailerId = DEMO_RETAILER) {
  const found = await readPurchase(contextOf(app), retailerId, transactionId)
  assert.ok(found, `transaction ${transactionId}`)
  return found
}

let payments = 0

/** The bank reports a payment of this billet. */
export function pay(
  app: TestApp,
  billet: Billet | undefined,
  terms: { readonly amountCentavos?: number; readonly reference?: string; readonly database?: Database } = {},
): Promise<BookedReport> {
  assert.ok(billet)
  const bank = createSandboxBank({ clock: app.clock })
  const { database, reference = `${++payments}`, ...amount } = terms
  const services = contextOf(app, database)
  return creditPayment(services, bank.pay(billet, { reference, ...amount }))
}

/** An OPEN purchase with its down payment paid. */
export async function openPurchase(
  app: TestApp,
  terms: Parameters<typeof authorize>[1] & { readonly acceptInsurance?: boolean } = {},
): Promise<PurchaseView> {
  const { purchase, downPaymentBillet } = await authorize(app, terms)
  await play(app, purchase.id, 'signed', terms)
  if (downPaymentBillet !== undefined) await pay(app, downPaymentBillet)
  const opened = await view(app, purchase.id, purchase.retailerId)
  assert.equal(opened.purchase.status, 'OPEN')
  return opened
}

/** Balance of an account, or of all accounts of a kind. */
export async function balanceOf(app: TestApp, account: string): Promise<number> {
  const [row] = await query<{ balance: number }>(
    app,
    `SELECT coalesce(sum(amount_centavos), 0)::bigint AS balance FROM ledger_postings
      WHERE account = $1 OR account LIKE $1 || ':%'`,
    [account],
  )
  return row?.balance ?? 0
}

/** Everything that banks have told or credited. */
export async function sumReceived(app: TestApp): Promise<number> {
  return (await balanceOf(app, 'bank')) + (await balanceOf(app, 'clearing'))
}

/** Asserts the invariants that hold at every moment. */
export async function expectSoundBooks(app: TestApp): Promise<void> {
  const [sums] = await query<{ total: number; unbalanced: number }>(
    app,
    `SELECT (SELECT coalesce(sum(amount_centavos), 0)::bigint FROM ledger_postings) AS total,
      (SELECT count(*)::integer FROM (SELECT FROM ledger_postings GROUP BY entry_id HAVING sum(amount_centavos) <> 0) e) AS unbalanced`,
  )
  assert.deepEqual(sums, { total: 0, unbalanced: 0 })
  assert.equal((await reconcileBillets(app.database)).fault, undefined)
  assert.equal((await reconcileLoans(app.database)).fault, undefined)
  assert.equal((await reconcilePayouts(app.database)).fault, undefined)
  const gaps = await query(
    app,
    `SELECT t.id FROM transactions t LEFT JOIN events e ON e.transaction_id = t.id
      GROUP BY t.id HAVING count(e.id) <> t.last_sequence OR max(e.sequence) <> t.last_sequence
      UNION ALL
      SELECT t.id FROM transactions t LEFT JOIN transaction_moves m ON m.transaction_id = t.id
      GROUP BY t.id HAVING count(m.number) <> t.move_count OR max(m.number) <> t.move_count`,
  )
  assert.deepEqual(gaps, [])
  const orphans = await query(
    app,
    `SELECT b.transaction_id FROM billets b WHERE NOT EXISTS (SELECT FROM transactions t WHERE t.id = b.transaction_id)
      UNION ALL SELECT e.transaction_id FROM events e WHERE e.payment_link_id IS NULL AND NOT EXISTS (SELECT FROM transactions t WHERE t.id = e.transaction_id)
      UNION ALL SELECT c.transaction_id FROM credit_contracts c JOIN transactions t ON t.id = c.transaction_id
        WHERE c.is_living <> (t.status IN ('PENDING', 'OPEN', 'PROCESSING_CANCEL') AND t.renegotiates IS NULL)
      UNION ALL SELECT b.transaction_id FROM billets b JOIN transactions t ON t.id = b.transaction_id
        WHERE t.status IN ('CANCELED', 'ABANDONED') AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL`,
  )
  assert.deepEqual(orphans, [])
  await expectRightDebts(app)
}

/**
 * The customer's debt in the books equals the open billets, and is zero after the end. So is suspense of a canceled one,
 * unless the bank took back what had been refunded.
 */
async function expectRightDebts(app: TestApp): Promise<void> {
  assert.deepEqual(await findWrongDebts(app), [])
}

/** Of all contracts, or of some. */
export function findWrongDebts(app: TestApp, ids?: readonly string[]): Promise<object[]> {
  return query<object>(
    app,
    `SELECT * FROM (
        SELECT t.id, t.status, t.down_payment_paid_at AS "paidAt",
          (SELECT coalesce(sum(amount_centavos), 0) FROM ledger_postings
            WHERE account IN ('customer:' || t.id, 'memo-written-off:' || t.id, 'memo-assigned:' || t.id)) AS owed,
          (SELECT coalesce(sum(coalesce(b.debt_face_centavos, b.amount_centavos) - b.part_paid_centavos), 0) FROM billets b
            WHERE b.transaction_id = t.id AND b.kind <> 'settlement' AND b.payment_status = 'PENDING'
              AND b.canceled_at IS NULL) AS asked,
          (SELECT coalesce(sum(b.part_paid_centavos), 0) FROM billets b
            WHERE b.transaction_id = t.id AND b.payment_status = 'PENDING') AS parts,
          (SELECT coalesce(sum(p.amount_centavos), 0) FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
            WHERE e.transaction_id = t.id AND p.account = 'suspense') AS suspended,
          (SELECT coalesce(sum(c.amount_centavos), 0) FROM suspense_cases c JOIN billets b ON b.id = c.billet_id
            WHERE b.transaction_id = t.id AND c.state = 'open' AND c.reason = 'RETURNED') AS "takenBack"
        FROM transactions t WHERE $1::text[] IS NULL OR t.id = ANY ($1)) found
      WHERE CASE
        WHEN status = 'PENDING' THEN owed > 0 OR (owed + parts = 0) <> ("paidAt" IS NULL)
        WHEN status = 'OPEN' THEN owed <> asked
        WHEN status = 'CLOSED' THEN owed <> 0 OR asked <> 0
        WHEN status IN ('CANCELED', 'ABANDONED') THEN owed <> 0 OR asked <> 0
          OR suspended NOT BETWEEN 0 AND "takenBack"
        ELSE false END`,
    [ids ?? null],
  )
}
