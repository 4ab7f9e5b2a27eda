import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { complianceCommands } from '../../src/cli/compliance.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { newPerson } from '../support/people.ts'
import { askCancel, buyOpen, read } from '../support/purchase-http.ts'
import { contextOf, expectSoundBooks } from '../support/purchases.ts'
import { findTitle } from '../support/twice-reported.ts'

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
before(async () => {
  app = await startTestApp({ env: { MONITORING_PAYERS: '2' } })
  ana = await newDeskPerson(app, 'analyst')
  bia = await newDeskPerson(app, 'approver')
})
after(() => app.stop())

let payments = 0

/** Pays an installment as the bank tells it, by Pix or by a billet that tells no payer. */
async function payInstallment(transactionId: string, at: number, payer: string | undefined): Promise<void> {
  const { installments = [] } = await read(app, transactionId)
  const billet = installments[at] ?? assert.fail('there is no such installment')
  const paidOn = calendarDateAt(app.clock.now())
  const { outcome } = await creditPayment(contextOf(app), {
    ...(await findTitle(app, billet.id)),
    amountCentavos: Math.round(billet.value * 100),
    reference: `pix:monitoring-${++payments}`,
    kind: 'paid',
    method: payer === undefined ? 'BILLET' : 'PIX',
    pixTxid: undefined,
    paidOn,
    creditedOn: paidOn,
    payer,
    occurrence: 'PIX',
    reasons: [],
  })
  assert.equal(outcome, 'credited')
}

async function listKinds(transactionId: string): Promise<string[]> {
  const rows = await query<{ kind: string }>(
    app,
    'SELECT kind FROM compliance_cases WHERE transaction_id = $1',
    [transactionId],
  )
  return rows.map(({ kind }) => kind).sort()
}

test('a payer other than the customer is a case once, a second one is many, and the customer alone is none', async () => {
  const { transactionId, person } = await buyOpen(app, { installments: 6 })
  const [uncle, company] = [newPerson().cpf, '11222333000181']
  await payInstallment(transactionId, 0, person.cpf)
  assert.deepEqual(await listKinds(transactionId), [])
  await payInstallment(transactionId, 1, uncle)
  await payInstallment(transactionId, 2, uncle)
  assert.deepEqual(await listKinds(transactionId), ['THIRD_PARTY_PAYER'])
  await payInstallment(transactionId, 3, company)
  assert.deepEqual(await listKinds(transactionId), ['MANY_PAYERS', 'THIRD_PARTY_PAYER', 'THIRD_PARTY_PAYER'])
  const [row] = await query<{ text: string }>(
    app,
    'SELECT t::text AS text FROM third_party_payments t WHERE transaction_id = $1',
    [transactionId],
  )
  assert.ok(row && !row.text.includes(uncle))
  await expectSoundBooks(app)
})

test('a contract paid off within days is a case where the bank does not say that the customer paid', async () => {
  const own = await buyOpen(app)
  for (const at of [0, 1, 2]) await payInstallment(own.transactionId, at, own.person.cpf)
  assert.deepEqual(await listKinds(own.transactionId), [])
  const cash = await buyOpen(app)
  app.clock.advance({ days: 10 })
  for (const at of [0, 1, 2]) await payInstallment(cash.transactionId, at, undefined)
  assert.deepEqual(await listKinds(cash.transactionId), ['EARLY_PAYOFF'])
  const later = await buyOpen(app)
  app.clock.advance({ days: 11 })
  for (const at of [0, 1, 2]) await payInstallment(later.transactionId, at, undefined)
  assert.deepEqual(await listKinds(later.transactionId), [])
})

test('money that was to go back to somebody else is a case, and nothing is canceled', async () => {
  const { transactionId } = await buyOpen(app)
  const account = {
    numeroBanco: '237',
    agencia: '1172',
    numeroConta: '0403005',
    digitoConta: '2',
    tipoConta: 'POUPANCA',
  }
  const answer = await askCancel(app, transactionId, { ...account, documentoTitular: newPerson().cpf })
  assert.equal(answer.status, 400, answer.text)
  assert.deepEqual(await listKinds(transactionId), ['REFUND_ELSEWHERE'])
  assert.equal((await read(app, transactionId)).status, 'OPEN')
})

function run(name: string, words: readonly string[], options: Record<string, string | true>, by = ana) {
  const command = complianceCommands[name] ?? proposalCommands[name] ?? assert.fail(name)
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  return command.run(app.services, { words: [...name.split(' '), ...words], options, act, ask })
}

async function approve(text: string): Promise<void> {
  const [, id = ''] = /proposals approve (\w+)/.exec(text) ?? []
  const said = await run('proposals approve', [id], { reason: 'conferi e concordo' }, bia)
  assert.match(said, /approved and done/)
}

test('whether COAF is told is decided by two people, has its receipt, and a year is stated only without a report', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  await payInstallment(transactionId, 0, newPerson().cpf)
  const [found] = await query<{ id: string }>(
    app,
    'SELECT id FROM compliance_cases WHERE transaction_id = $1',
    [transactionId],
  )
  const caseId = found?.id ?? assert.fail('no case')
  const reason = 'sem relação conhecida com o cliente'
  const year = app.clock.now().getUTCFullYear()
  await assert.rejects(run('compliance no-occurrence', [String(year)], { reason }), /has not ended/)
  await assert.rejects(run('compliance decide', [caseId, 'NO_MATCH'], { reason }), /must be one of REPORT/)
  const proposed = await run('compliance decide', [caseId, 'REPORT'], { reason })
  await assert.rejects(run('compliance decide', [caseId, 'NO_REPORT'], { reason }), /waits for a second/)
  assert.doesNotMatch(await run('compliance register', [], {}), new RegExp(caseId))
  await approve(proposed)
  const [, reportId = ''] =
    new RegExp(`(\\w+) +REPORT +${caseId}`).exec(await run('compliance register', [], {})) ?? []
  const day = calendarDateAt(app.clock.now())
  await run('compliance receipt', [reportId], { number: 'SISCOAF-123', date: day })
  await assert.rejects(
    run('compliance receipt', [reportId], { number: 'SISCOAF-124', date: day }),
    /cannot be recorded/,
  )
  assert.match(await run('compliance register', [], {}), /SISCOAF-123/)
  app.clock.advance({ days: 366 })
  await assert.rejects(run('compliance no-occurrence', [String(year)], { reason }), /were reported/)
  const before = String(year - 1)
  await approve(await run('compliance no-occurrence', [before], { reason }))
  await assert.rejects(run('compliance no-occurrence', [before], { reason }), /stated before/)
  assert.match(await run('compliance register', [], {}), new RegExp(`NO_OCCURRENCE +${before}`))
})
