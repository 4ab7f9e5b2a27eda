import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forgetPerson } from '../../../src/app/upkeep/forget-person.ts'
import { sealAudit, verifyAudit } from '../../../src/domains/audit/audit.ts'
import { sealEntries } from '../../../src/domains/ledger/seal.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { Refused } from '../../../src/kernel/faults.ts'
import { open } from '../../../src/platform/crypto/sealed-box.ts'
import { HostedVisit } from '../../links/hosted-visit.ts'
import { newLink } from '../../links/link-calls.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../../support/app.ts'
import { upload, writeInvoice } from '../../support/invoices.ts'
import { address, newOrdinaryPerson, newPerson, type Person, preApproveBody } from '../../support/people.ts'
import {
  askTransaction,
  type Bought,
  buy,
  buyOpen,
  cancel,
  moveClock,
  pay,
  playUntil,
  read,
  readStatus,
  type TransactionBody,
} from '../../support/purchase-http.ts'
import { expectSoundBooks } from '../../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(() => app.stop())

/** Every salt of every table. With the master key, a salt opens everything that was sealed under it. */
async function listSalts(): Promise<Set<string>> {
  const tables = [
    'applicants',
    'transactions',
    'billet_payers',
    'onboardings',
    'signed_contracts',
    'file_keys',
    'payment_links',
    'payment_link_visits',
  ]
  const columns = await query<{ table: string }>(
    app,
    `SELECT table_name AS "table" FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'key_salt'`,
  )
  assert.deepEqual(
    columns.map(({ table }) => table).sort(),
    tables.sort(),
    'a new salt must be forgotten too',
  )
  const salts = await Promise.all(
    tables.map(table =>
      query<{ salt: string }>(
        app,
        `SELECT encode(key_salt, 'hex') AS salt FROM ${table} WHERE key_salt IS NOT NULL`,
      ),
    ),
  )
  return new Set(salts.flat().map(({ salt }) => salt))
}

const forget = ({ cpf }: Person) => forgetPerson(app.services, cpf)

/** A purchase that is fully paid after a complete onboarding. */
async function buyAndPayAll(person: Person): Promise<{ bought: Bought; asSold: TransactionBody }> {
  const bought = await buyOpen(app, { person })
  const asSold = await read(app, bought.transactionId)
  for (const { id } of asSold.installments ?? []) await pay(app, id)
  assert.equal(await readStatus(app, bought.transactionId), 'CLOSED')
  await upload(app, bought.transactionId, await writeInvoice(app, bought))
  return { bought, asSold }
}

const setRefunds = (quiet: TestApp, transactionId: string, state: 'SENT' | 'PAID' | 'FAILED') =>
  query(
    quiet,
    `UPDATE refunds SET state = $2, order_id = coalesce(order_id, id), paid_at = CASE $2 WHEN 'PAID' THEN now() END
      WHERE transaction_id = $1`,
    [transactionId, state],
  )

test('a person with a living contract is not forgotten, nor one whose refund is not paid, however late it is', async t => {
  // Without workers, which would pay the refund.
  const quiet = await startTestApp({ env: { ROLE: 'api' } })
  t.after(() => quiet.stop())
  const forgetThere = ({ cpf }: Person) => forgetPerson(quiet.services, cpf)
  const person = newPerson()
  const { transactionId } = await buyOpen(quiet, { person })
  await assert.rejects(forgetThere(person), Refused)
  const { refundValue, maxRefundDate } = await cancel(quiet, transactionId)
  const owed = `R$ ${refundValue.toFixed(2)} are owed back to the person, due until ${calendarDateAt(new Date(maxRefundDate))}`
  for (const state of ['FAILED', 'SENT', 'PAID'] as const) {
    await setRefunds(quiet, transactionId, state)
    if (state === 'FAILED')
      await assert.rejects(forgetThere(person), (error: Error) => error.message.startsWith(owed))
    if (state === 'SENT') await assert.rejects(forgetThere(person), /on their way to the person/)
  }
  assert.deepEqual(await forgetThere(person), { retailers: 1, purchases: 1 })
})

test('who signed or paid is kept for as long as the law asks, and anybody else is forgotten at once', async () => {
  const keeping = { ...app.services, retentionYears: 10 }
  const [signed, visitor] = [newPerson(), newPerson()]
  await buyAndPayAll(signed)
  await cancel(app, (await buy(app, { person: visitor })).transactionId)
  const year = Number(calendarDateAt(app.services.clock.now()).slice(0, 4))
  const until = `what the person signed or paid must be kept by law until ${year + 10}-12-31`
  await assert.rejects(
    forgetPerson(keeping, signed.cpf),
    error => error instanceof Refused && error.message === until,
  )
  assert.equal((await forgetPerson(keeping, visitor.cpf)).purchases, 1)
  const clock = { now: () => new Date(`${year + 11}-01-01T12:00:00Z`) }
  assert.equal((await forgetPerson({ ...keeping, clock }, signed.cpf)).purchases, 1)
})

test('no salt of a forgotten person is left; books and audit log still verify', async () => {
  const others = await listSalts()
  const person = newPerson()
  const { bought, asSold } = await buyAndPayAll(person)
  const link = await newLink(app, { customer: person })
  await new HostedVisit(app, link).do('person', { name: 'Maria', ...person, ...address })
  const theirs = (await listSalts()).difference(others)
  assert.ok(
    theirs.size >= 7,
    'applicant, transaction, payer, onboarding, invoice, link and visit each have one',
  )
  await sealEntries(app.database, { secrets: app.services.secrets, now: new Date() })
  await sealAudit(app.database, app.services.secrets, new Date())
  const books = await verifyLedger(app.database)
  const log = await verifyAudit(app.database, app.services.secrets)

  assert.deepEqual(await forget(person), { retailers: 1, purchases: 1 })

  assert.deepEqual((await listSalts()).intersection(theirs), new Set())
  const booksAfter = await verifyLedger(app.database, { anchors: [books.head] })
  assert.deepEqual([booksAfter.fault, booksAfter.entryCount], [undefined, books.entryCount])
  assert.deepEqual(booksAfter.balancesCentavos, books.balancesCentavos)
  const logAfter = await verifyAudit(app.database, app.services.secrets, [log.head])
  assert.deepEqual([logAfter.fault, logAfter.head, logAfter.waitingCount], [undefined, log.head, 1])
  await expectSoundBooks(app)

  const { products, ...figures } = await read(app, bought.transactionId)
  assert.deepEqual(products, [])
  assert.equal(figures.totalAmount, asSold.totalAmount)
  assert.equal(
    (await fetch(String(asSold.downPaymentBillet?.installmentLink).replace(/^.*?(?=\/billet)/, app.url)))
      .status,
    404,
  )
  const again = await app.post('/authorize', {
    apiKey: DEMO_KEY,
    optionId: bought.option._id,
    orderId: bought.orderId,
  })
  assert.equal(again.status, 200, again.text)
})

/** What the sandbox bank was told, in all revisions of the charges of this purchase. */
async function listChargeBodies({ transactionId }: Bought): Promise<string[]> {
  const rows = await query<{ txid: string; revision: number; box: Buffer }>(
    app,
    `SELECT r.txid, r.revision, r.body_box AS box FROM psp_charge_revisions r JOIN billets b ON right(r.txid, 24) = b.id
      WHERE b.transaction_id = $1`,
    [transactionId],
  )
  return rows.map(({ txid, revision, box }) =>
    open(app.services.secrets.sealing, `psp_charge_revisions.body_box:${txid}:${revision}`, box).toString(),
  )
}

test('the sandbox bank keeps the charges of a forgotten person, and not whom they were for', async () => {
  const person = newPerson()
  const [bought, other] = [await buy(app, { person }), await buyOpen(app)]
  await moveClock(app, 'PT5S')
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, String(downPaymentBillet?.id), { method: 'PIX' })
  await playUntil(app, bought.transactionId, 'COMPLETE')
  await moveClock(app, 'PT5S')
  assert.equal((await listChargeBodies(bought)).length, 4, 'down payment and installments')
  for (const { id } of (await read(app, bought.transactionId)).installments ?? []) await pay(app, id)
  await moveClock(app, 'PT5S')
  const before = await listChargeBodies(bought)
  for (const body of before) assert.ok(body.includes(person.cpf), body)
  const others = await listChargeBodies(other)

  await forget(person)

  const after = await listChargeBodies(bought)
  assert.equal(after.length, before.length)
  const names = /"nome":"(?!retailer|Pessoa esquecida)/
  for (const body of after) {
    assert.ok(!body.includes(person.cpf), body)
    assert.doesNotMatch(body, names)
  }
  const amounts = (bodies: readonly string[]) =>
    bodies.map(body => /"original":"[^"]+"/.exec(body)?.[0]).sort()
  assert.deepEqual(amounts(after), amounts(before))
  assert.deepEqual(await listChargeBodies(other), others)
})

test('decisions about a forgotten person are skipped when all are replayed, and the others replay', async () => {
  const [gone, known] = [newOrdinaryPerson(), newOrdinaryPerson()]
  for (const person of [gone, known])
    assert.equal((await app.post('/preApprove', preApproveBody(DEMO_KEY, person, 500))).status, 200)
  assert.deepEqual(await forget(gone), { retailers: 1, purchases: 0 })
  let replayed = 0
  for await (const { matches } of app.services.credit.replayAll()) {
    assert.ok(matches)
    replayed += 1
  }
  assert.ok(replayed > 0)
})

test('a forgotten person returns as a new one, and forgetting twice or an unknown person changes nothing', async () => {
  const person = newPerson()
  await buyAndPayAll(person)
  await forget(person)
  assert.deepEqual(await forget(person), { retailers: 0, purchases: 1 })
  assert.deepEqual(await forget(newPerson()), { retailers: 0, purchases: 0 })
  const { transactionId } = await buy(app, { person })
  assert.equal((await askTransaction(app, transactionId)).status, 200)
})

test('an ended purchase still refuses every other change', async () => {
  const { bought } = await buyAndPayAll(newPerson())
  for (const change of [
    `key_salt = '\\x00', contract = '{}'`,
    `key_salt = '\\x00', transfer_centavos = 0`,
    `details = '\\x00'`,
    `key_salt = '\\x00', refund_account = '\\x00'`,
  ])
    await assert.rejects(
      query(app, `UPDATE transactions SET ${change} WHERE id = $1`, [bought.transactionId]),
    )
})
