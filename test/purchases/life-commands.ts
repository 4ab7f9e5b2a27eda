import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Step } from '../../src/contract/enums.ts'
import { query, type TestApp } from '../support/app.ts'
import {
  askCancel,
  askTransaction,
  centavos,
  giveUp,
  listPublished,
  moveClock,
  pay,
  playUntil,
  read,
  type TransactionBody,
} from '../support/purchase-http.ts'
import type { Life } from './life-model.ts'

/** The purchase under test; removing products replaces it with another one. */
export interface Real {
  readonly app: TestApp
  transactionId: string
  /** Figures of the quoted option without and with insurance; absent once the option is another. */
  quoted: { readonly plain: number; readonly insured: number | undefined } | undefined
}

type Act = (life: Life, real: Real) => Promise<void>

class Command implements fc.AsyncCommand<Life, Real> {
  readonly #name: string
  readonly #isPossible: (life: Life) => boolean
  readonly #act: Act

  constructor(name: string, act: Act, isPossible: (life: Life) => boolean = () => true) {
    this.#name = name
    this.#act = act
    this.#isPossible = isPossible
  }

  check(life: Life): boolean {
    return this.#isPossible(life)
  }

  async run(life: Life, real: Real): Promise<void> {
    await this.#act(life, real)
    await compare(life, real)
  }

  toString(): string {
    return this.#name
  }
}

export async function compare(life: Life, { app, transactionId, quoted }: Real): Promise<void> {
  const body = await read(app, transactionId)
  life.learnInstallments(centavos(body.paymentInstallments), body.numberOfInstallments)
  const published = await listPublished(app, transactionId)
  assert.deepEqual(
    {
      place: [body.status, body.step, body.cancelReason],
      downPayment: body.downPaymentBillet?.paymentStatus === 'PAID',
      installments: (body.installments ?? []).map(describeBillet),
      products: body.products?.map(({ id }) => id),
      isTransfered: body.transferedAt !== undefined,
      isCanceled: body.canceledAt !== undefined,
      published: published.filter(each => each !== 'REFUNDED'),
      owedBack: centavos(body.refundValue ?? 0),
    },
    {
      place: [life.status, life.step, life.reason],
      downPayment: life.downPayment?.isPaid === true,
      installments: life.installments,
      products: life.products,
      isTransfered: life.isTransfered,
      isCanceled: life.status === 'CANCELED',
      published: life.published,
      owedBack: life.owedBackCentavos,
    },
  )
  compareRefunds(life, body, await sumRefunded(app, transactionId))
  if (quoted !== undefined)
    assert.equal(centavos(body.totalAmount), life.isInsured ? quoted.insured : quoted.plain)
}

/** One payment may go back several ways, each with its event: only their sum is known before. */
async function sumRefunded(app: TestApp, transactionId: string): Promise<number> {
  const rows = await query<{ body: string }>(
    app,
    `SELECT body FROM events WHERE transaction_id = $1 AND type = 'transaction.refunded'`,
    [transactionId],
  )
  return rows.reduce((sum, { body }) => sum + centavos(Number(JSON.parse(body).amount)), 0)
}

function compareRefunds(life: Life, { refundStatus, refundedAt }: TransactionBody, paidBack: number): void {
  const { owedBackCentavos, paidBackCentavos } = life
  assert.ok(
    paidBack >= paidBackCentavos && paidBack <= owedBackCentavos,
    `${paidBack} of ${owedBackCentavos} were paid back, and ${paidBackCentavos} had to be`,
  )
  const isPaid = owedBackCentavos > 0 && paidBack === owedBackCentavos
  assert.equal(refundedAt !== undefined, isPaid)
  if (owedBackCentavos === 0) assert.equal(refundStatus, undefined)
  else assert.match(refundStatus ?? '', isPaid ? /^PAID$/ : /^(?:DUE|SENT)$/)
}

function describeBillet({ value, paymentStatus }: NonNullable<TransactionBody['installments']>[number]) {
  return { centavos: centavos(value), isPaid: paymentStatus === 'PAID' }
}

const play = (until: Step, acceptInsurance: boolean) =>
  new Command(
    `play until ${until}${acceptInsurance ? ', insured' : ''}`,
    async (life, { app, transactionId }) => {
      life.play(until, acceptInsurance)
      const { status, step } = await playUntil(app, transactionId, until, { acceptInsurance })
      assert.deepEqual([status, step], [life.status, life.step])
    },
  )

const payDownPayment = (isPart: boolean, method: 'BILLET' | 'PIX') =>
  new Command(
    `pay ${isPart ? 'a part of ' : ''}the down payment by ${method}`,
    async (life, { app, transactionId }) => {
      const { downPaymentBillet } = await read(app, transactionId)
      assert.ok(downPaymentBillet)
      // A code that asks for the whole amount is not shown once a part of it was paid.
      const by = downPaymentBillet.pixCode === undefined ? 'BILLET' : method
      life.payDownPayment(isPart, by)
      await pay(app, downPaymentBillet.id, { method: by, ...(isPart ? { amount: 0.01 } : {}) })
    },
    life => life.downPayment !== undefined,
  )

const payInstallment = (index: number, isPart: boolean) =>
  new Command(
    `pay ${isPart ? 'a part of ' : ''}installment ${index + 1}`,
    async (life, { app, transactionId }) => {
      const billet = (await read(app, transactionId)).installments?.[index]
      assert.ok(billet)
      life.payInstallment(index, isPart)
      await pay(app, billet.id, isPart ? { amount: 0.01 } : {})
    },
    life => life.installments.length > index,
  )

const payAll = new Command(
  'pay all that is left',
  async (life, { app, transactionId }) => {
    for (const [index, billet] of ((await read(app, transactionId)).installments ?? []).entries()) {
      if (billet.paymentStatus === 'PAID') continue
      life.payInstallment(index, false)
      await pay(app, billet.id)
    }
  },
  life => life.status === 'OPEN',
)

const cancel = new Command('the retailer cancels', async (life, { app, transactionId }) => {
  const expected = life.cancel('retailer')
  const { status, body } = await askCancel(app, transactionId)
  assert.equal(status, expected)
  if (status === 200) assert.equal(centavos(Number(body.refundValue)), life.refundCentavos)
})

const withdraw = new Command('the customer gives up', async (life, { app, transactionId }) => {
  const expected = life.cancel('customer')
  assert.equal((await giveUp(app, transactionId)).status, expected)
})

/** Installments fall due after thirty days, and late ones cost more: lives end before that. */
const MAX_DAYS = 25
const DAY_MS = 86_400_000

const wait = (days: number) =>
  new Command(
    `${days} days pass`,
    async (life, { app }) => {
      life.advance(days * DAY_MS)
      assert.equal((await moveClock(app, `P${days}D`)).getTime(), life.nowMs)
    },
    life => life.nowMs + days * DAY_MS <= life.bornMs + MAX_DAYS * DAY_MS,
  )

const remove = (position: number) =>
  new Command(`remove product ${position + 1}`, async (life, real) => {
    const product = life.products[position % life.products.length] ?? ''
    const expected = life.removeProduct(product)
    const { status, body } = await askTransaction(real.app, real.transactionId, { products: [product] })
    assert.equal(status, expected, JSON.stringify(body))
    if (status !== 200) return
    real.transactionId = String(body.transactionId)
    real.quoted = undefined
    const { downPaymentBillet } = await read(real.app, real.transactionId)
    if (life.downPayment === undefined || downPaymentBillet === undefined) return
    if (life.downPayment.isPaid) life.oweBack(life.downPayment.centavos - centavos(downPaymentBillet.value))
    life.downPayment = {
      ...life.downPayment,
      centavos: centavos(downPaymentBillet.value),
      expiresMs: Date.parse(downPaymentBillet.expirationDate),
    }
  })

const PLAYED: readonly Step[] = [
  'CONFIRMATION',
  'SELFIE',
  'ASYNC_ANALYSE',
  'INSURANCE',
  'SIGNATURE',
  'COMPLETE',
]

/** Common commands are listed several times, so that they are chosen more often. */
export const anyCommands = fc.commands(
  [
    fc.tuple(fc.constantFrom(...PLAYED), fc.boolean()).map(args => play(...args)),
    fc.boolean().map(acceptInsurance => play('COMPLETE', acceptInsurance)),
    fc.constantFrom('BILLET' as const, 'PIX' as const).map(method => payDownPayment(false, method)),
    fc.constantFrom('BILLET' as const, 'PIX' as const).map(method => payDownPayment(false, method)),
    fc.constant(payDownPayment(true, 'BILLET')),
    fc.tuple(fc.nat(2), fc.boolean()).map(args => payInstallment(...args)),
    fc.constant(payAll),
    fc.constantFrom(cancel, withdraw),
    fc.constantFrom(1, 1, 2, 4, 9).map(wait),
    fc.nat(2).map(remove),
  ],
  { maxCommands: 14, size: 'max' },
)
