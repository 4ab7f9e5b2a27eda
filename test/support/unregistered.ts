import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { query, type TestApp } from './app.ts'
import { contextOf } from './purchases.ts'

interface KnownBillet {
  readonly id: string
}

/** As if the bank had been sent the billet and had not answered yet: the sandbox bank answers at issue. */
export async function awaitRegistration(app: TestApp, { id }: KnownBillet): Promise<void> {
  await query(app, "UPDATE billets SET registration = 'pending' WHERE id = $1", [id])
  await query(app, "UPDATE bank_orders SET state = 'sent' WHERE billet_id = $1 AND movement = 'register'", [
    id,
  ])
}

/** The bank answers about a billet. */
export async function answerBank(
  app: TestApp,
  { id }: KnownBillet,
  answer: { readonly kind: 'rejected' | 'refused' | 'registered'; readonly reasons?: readonly string[] },
): Promise<void> {
  const [row] = await query<{ ourNumber: number; tries: number }>(
    app,
    `SELECT our_number AS "ourNumber", (SELECT sum(tries)::integer FROM bank_orders WHERE billet_id = b.id) AS tries
      FROM billets b WHERE id = $1`,
    [id],
  )
  await creditPayment(contextOf(app), {
    reference: `${answer.kind}:${id}:${row?.tries}`,
    kind: answer.kind,
    method: 'BILLET',
    bank: '237',
    ourNumber: row?.ourNumber,
    pixTxid: undefined,
    amountCentavos: undefined,
    paidOn: undefined,
    creditedOn: undefined,
    occurrence: '03',
    reasons: answer.reasons ?? [],
  })
}
