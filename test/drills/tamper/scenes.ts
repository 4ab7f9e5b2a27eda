import assert from 'node:assert/strict'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import {
  type Bought,
  buy,
  buyOpen,
  playUntil,
  read,
  type TransactionBody,
} from '../../support/purchase-http.ts'
import type { PaidOut, Shop, Stage } from './stage.ts'
import { fillAround, furnishShop, sendInvoice } from './surroundings.ts'

/** A purchase somewhere on its way. */
export interface Parties {
  readonly shop: Shop
  readonly bought: Bought
  /** Amounts that the answers named before anything was changed; what the customer pays with. */
  readonly figures: TransactionBody
  /** The purchase's row before it was paid for, with its MAC. */
  readonly earlier?: Readonly<Record<string, unknown>>
  /** Set by scenes with an overdue debt. */
  readonly optionId?: string
  /** Set by scenes with an early settlement. */
  readonly settlement?: { readonly id: string; readonly value: number }
}

export interface Scene {
  readonly name: string
  prepare(stage: Stage): Promise<Parties>
  /** Life goes on. Returns figures besides those of the purchase, if there are any. */
  live(stage: Stage, parties: Parties, ask: Ask): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** A request of the life; refusals are remembered, and the life goes on with the next one. */
export type Ask = (path: string, body: object) => Promise<Record<string, unknown> | undefined>

const VALUE = 900
const TICK = { ms: 1_000 }
const OVERDUE_DAYS = 60

async function open(stage: Stage, more: { readonly shop?: Shop } = {}): Promise<Parties> {
  const shop = more.shop ?? (await stage.openShop())
  const bought = await buyOpen(stage.app, { key: shop.key, person: stage.newPerson(), value: VALUE })
  return describe(stage, shop, bought)
}

async function describe(stage: Stage, shop: Shop, bought: Bought): Promise<Parties> {
  return { shop, bought, figures: await read(stage.app, bought.transactionId, shop.key) }
}

/** What the worker does, twice: what is ordered in the first round is asked about in the second. */
async function payOut(stage: Stage): Promise<undefined> {
  for (let round = 0; round < 2; round++) {
    stage.app.clock.advance(TICK)
    await stage.runJob('run-payouts')
  }
}

async function orderOnly(stage: Stage): Promise<void> {
  stage.app.clock.advance(TICK)
  await stage.runJob('run-payouts', { withoutBank: true })
}

async function openAndPaid(stage: Stage, more: { readonly shop?: Shop } = {}): Promise<Parties> {
  const parties = await open(stage, more)
  const { rows } = await stage.administrator.query<{ row: Record<string, unknown> }>(
    'SELECT to_jsonb(t) AS row FROM transactions t WHERE id = $1',
    [parties.bought.transactionId],
  )
  await payOut(stage)
  return { ...parties, ...(rows[0] && { earlier: rows[0].row }) }
}

async function cancel(stage: Stage, { shop, bought }: Parties): Promise<void> {
  const answer = await stage.app.post('/cancel', { apiKey: shop.key, transactionId: bought.transactionId })
  assert.equal(answer.status, 200, answer.text)
}

/** What it asked for before anything was changed. */
async function payBillet(ask: Ask, billet: { id: string; value: number } | undefined, method?: 'PIX') {
  assert.ok(billet)
  await ask(`/sandbox/billet/${billet.id}/pay`, { amount: billet.value, ...(method && { method }) })
}

export const SCENES: readonly Scene[] = [
  {
    name: 'everything around',
    async prepare(stage) {
      const shop = await stage.openShop()
      await furnishShop(stage, shop)
      const parties = await open(stage, { shop })
      await fillAround(stage, parties)
      return parties
    },
    live: stage => payOut(stage),
  },
  {
    name: 'transfer due',
    prepare: stage => open(stage),
    live: stage => payOut(stage),
  },
  {
    name: 'authorized',
    async prepare(stage) {
      const shop = await stage.openShop()
      return describe(
        stage,
        shop,
        await buy(stage.app, { key: shop.key, person: stage.newPerson(), value: VALUE }),
      )
    },
    async live(stage, parties, ask) {
      await payBillet(ask, parties.figures.downPaymentBillet, 'PIX')
      await ask(`/sandbox/transaction/${parties.bought.transactionId}/onboarding`, { until: 'COMPLETE' })
      return payOut(stage)
    },
  },
  {
    name: 'down payment awaited',
    async prepare(stage) {
      const shop = await stage.openShop()
      const bought = await buy(stage.app, { key: shop.key, person: stage.newPerson(), value: VALUE })
      await playUntil(stage.app, bought.transactionId, 'ENTRY', {}, shop.key)
      return describe(stage, shop, bought)
    },
    async live(stage, parties, ask) {
      await payBillet(ask, parties.figures.downPaymentBillet, 'PIX')
      return payOut(stage)
    },
  },
  {
    name: 'invoice awaited',
    async prepare(stage) {
      const parties = await open(stage, { shop: await stage.openShop({ requiresInvoice: true }) })
      await sendInvoice(stage, parties.shop, parties.bought)
      return parties
    },
    // Nobody has seen an invoice that fits: nothing may be paid.
    async live(stage) {
      await stage.runQueued(['match-invoice'])
      return payOut(stage)
    },
  },
  {
    name: 'transfer ordered',
    async prepare(stage) {
      const parties = await open(stage)
      await orderOnly(stage)
      return parties
    },
    live: stage => payOut(stage),
  },
  {
    name: 'transfer paid',
    prepare: stage => openAndPaid(stage),
    live: stage => payOut(stage),
  },
  {
    name: 'refund due',
    async prepare(stage) {
      const parties = await open(stage)
      await cancel(stage, parties)
      return parties
    },
    live: stage => payOut(stage),
  },
  {
    name: 'refund ordered',
    async prepare(stage) {
      const parties = await open(stage)
      await cancel(stage, parties)
      await orderOnly(stage)
      return parties
    },
    live: stage => payOut(stage),
  },
  {
    name: 'refund paid',
    async prepare(stage) {
      const parties = await open(stage)
      await cancel(stage, parties)
      await payOut(stage)
      return parties
    },
    live: stage => payOut(stage),
  },
  {
    name: 'installment open',
    prepare: stage => openAndPaid(stage),
    async live(stage, parties, ask) {
      await payBillet(ask, parties.figures.installments?.[0])
      await ask('/cancel', { transactionId: parties.bought.transactionId })
      return payOut(stage)
    },
  },
  {
    name: 'settlement open',
    async prepare(stage) {
      const parties = await openAndPaid(stage)
      const { shop, bought } = parties
      const answer = await stage.app.post<{ value: number; billet: { id: string } }>(
        `/public/transaction/${bought.transactionId}/settlement`,
        { apiKey: shop.key },
      )
      assert.equal(answer.status, 200, answer.text)
      const { value, billet } = answer.body
      return { ...parties, settlement: { id: billet.id, value } }
    },
    async live(stage, { settlement }, ask) {
      await payBillet(ask, settlement)
      return payOut(stage)
    },
  },
  {
    name: 'clawback',
    async prepare(stage) {
      const first = await openAndPaid(stage)
      await cancel(stage, first)
      await payOut(stage)
      return open(stage, { shop: first.shop })
    },
    live: stage => payOut(stage),
  },
  {
    name: 'agreement offered',
    async prepare(stage) {
      const parties = await openAndPaid(stage)
      stage.app.clock.advance({ days: OVERDUE_DAYS })
      const answer = await stage.app.post<{ options: { optionId: string }[] }>(
        `/public/transaction/${parties.bought.transactionId}/renegotiation`,
        { apiKey: parties.shop.key, preview: true },
      )
      assert.equal(answer.status, 200, answer.text)
      const optionId = answer.body.options[0]?.optionId
      assert.ok(optionId)
      return { ...parties, optionId }
    },
    async live(stage, { bought, optionId }, ask) {
      const accepted = await ask(`/public/transaction/${bought.transactionId}/renegotiation`, { optionId })
      await payOut(stage)
      const agreement = accepted && (await ask(`/public/transaction/${accepted.transactionId}`, {}))
      return { agreement: agreement && JSON.stringify(summarize(agreement as unknown as TransactionBody)) }
    },
  },
]

/** Figures of the purchase that are the same for every purchase of the scene. */
export function summarize(body: TransactionBody): Readonly<Record<string, unknown>> {
  const billetOf = (billet: TransactionBody['downPaymentBillet']) =>
    billet &&
    [
      billet.value,
      billet.paymentStatus,
      billet.dueDate,
      billet.billetDetails?.bankAccount,
      billet.pixCode?.includes(DEMONSTRATION_ACCOUNT.pixKey),
    ].join(' ')
  return {
    status: body.status,
    step: body.step,
    cancelReason: body.cancelReason,
    downPayment: billetOf(body.downPaymentBillet),
    downPaymentValue: body.downPaymentValue,
    financedAmount: body.financedAmount,
    totalAmount: body.totalAmount,
    totalIof: body.totalIof,
    tcValue: body.tcValue,
    interestRatePM: body.interestRatePM,
    numberOfInstallments: body.numberOfInstallments,
    paymentInstallments: body.paymentInstallments,
    installments: (body.installments ?? []).map(billetOf).join(', '),
    overdueDays: body.overdueDays,
    refundStatus: body.refundStatus,
    refundValue: body.refundValue,
    transferValue: body.transferValue,
    isTransfered: body.transferedAt !== undefined,
    isSettled: body.settledAt !== undefined,
    isRefunded: body.refundedAt !== undefined,
    isRenegotiated: body.renegotiatedBy !== undefined,
  }
}

/** By payee. */
export function sumPaid(paid: readonly PaidOut[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { document, place, amountCentavos } of paid) {
    const payee = `${document} at ${place}`
    sums.set(payee, (sums.get(payee) ?? 0) + amountCentavos)
  }
  return sums
}
