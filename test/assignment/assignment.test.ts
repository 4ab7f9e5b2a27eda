import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isBusinessDay, nextBusinessDay } from '../../src/brazil/business-days.ts'
import { assignmentCommands } from '../../src/cli/assignments.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import type { SpecialCaseEffect, SpecialCaseKind } from '../../src/contract/special-cases.ts'
import { passOnCollections } from '../../src/domains/assignment/pass-on.ts'
import { answerProposal } from '../../src/domains/desk/index.ts'
import { sealLedger } from '../../src/domains/ledger/seal.ts'
import { addDocument, decideCase, endCase, openCase } from '../../src/domains/special-cases/index.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson, newOperator } from '../support/desk.ts'
import { askCancel, buyOpen, moveClock, pay, read } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { settle } from '../support/settlements.ts'

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
let folder: string
let fundId: string
before(async () => {
  app = await startTestApp()
  ana = await newDeskPerson(app, 'analyst')
  bia = await newDeskPerson(app, 'approver')
  folder = await mkdtemp(join(tmpdir(), 'assignment-'))
  const rules = join(folder, 'rules.json')
  await writeFile(
    rules,
    JSON.stringify({ minDaysPastDue: 0, maxDaysPastDue: 0, minDaysSinceRelease: 8, pricePercent: 97.5 }),
  )
  const fund = { name: 'Fundo Aurora FIDC', document: '11222333000181', 'pix-key': '11222333000181', rules }
  fundId = await run('assignments fund', [], fund)
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

function run(name: string, words: readonly string[], options: Record<string, string>, by = ana) {
  const command = assignmentCommands[name] ?? proposalCommands[name] ?? assert.fail(name)
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  return command.run(app.services, { words: [...name.split(' '), ...words], options, act, ask })
}

/** The batch that was proposed. */
async function approve(text: string): Promise<string> {
  const [, id = ''] = /proposals approve (\w+)/.exec(text) ?? []
  const said = await run('proposals approve', [id], { reason: 'conferi e concordo' }, bia)
  assert.match(said, /approved and done/)
  return text.slice(0, 24)
}

const reason = 'cessão do mês'
const today = () => calendarDateAt(app.services.clock.now())
const balance = (kind: string, id: string) => balanceOf(app, `${kind}:${id}`)
const carryingOf = async (id: string) =>
  (await balance('customer', id)) + (await balance('unearned-interest', id))

async function sell(): Promise<string> {
  return approve(await run('assignments sell', [fundId], { reason }))
}

/** Proposes a sale, and tells whether the contract is in it. */
async function offer(transactionId: string, toFund = fundId) {
  const text = await run('assignments sell', [toFund], { reason })
  const lines = await query<{ id: string }>(
    app,
    'SELECT transaction_id AS id FROM assignment_lines WHERE assignment_id = $1',
    [text.slice(0, 24)],
  )
  return { text, isOffered: lines.some(({ id }) => id === transactionId) }
}

test('sold contracts leave the assets, are collected for the fund, passed on and stated to the centavo', async () => {
  const { transactionId: sold } = await buyOpen(app, { installments: 3 })
  await moveClock(app, 'P8D')
  const { transactionId: young } = await buyOpen(app, { installments: 3 })
  const resultBefore = await balanceOf(app, 'assignment-result')
  const assignmentId = await sell()
  await expectSoundBooks(app)

  const [line] = await query<{ face: number; carrying: number; price: number }>(
    app,
    `SELECT face_centavos::integer AS face, carrying_centavos::integer AS carrying, price_centavos::integer AS price
      FROM assignment_lines WHERE assignment_id = $1 AND transaction_id = $2`,
    [assignmentId, sold],
  )
  assert.ok(line)
  assert.equal(line.price, Math.round((line.carrying * 97.5) / 100))
  for (const kind of ['customer', 'unearned-interest', 'deferred-fee', 'deferred-retention', 'allowance'])
    assert.equal(await balance(kind, sold), 0, kind)
  assert.equal(await balance('memo-assigned', sold), line.face)
  assert.notEqual(await balance('customer', young), 0, 'within the days of withdrawal')
  assert.equal(await balance('fund-receivable', fundId), line.price)
  assert.notEqual(await balanceOf(app, 'assignment-result'), resultBefore)

  const file = join(folder, 'export.csv')
  const exported = await run('assignments export', [assignmentId], { file })
  const csv = await readFile(file)
  assert.ok(exported.includes(createHash('sha256').update(csv).digest('hex')))
  assert.match(csv.toString(), new RegExp(`^${sold},.*,[0-9a-f]{64}\r$`, 'm'))

  const paid = { reason, date: today(), reference: 'E2E-1' }
  const bank = await sumBank()
  await approve(await run('assignments receive', [assignmentId], paid))
  assert.equal(await balance('fund-receivable', fundId), 0)
  assert.equal((await sumBank()) - bank, line.price)
  await assert.rejects(run('assignments receive', [assignmentId], paid), /no payment is expected/)

  const { installments = [] } = await read(app, sold)
  const [first] = installments
  assert.ok(first)
  await pay(app, first.id)
  const collected = Math.round(first.value * 100)
  assert.equal(await balance('fund-payable', fundId), -collected)
  assert.equal(await balance('memo-assigned', sold), line.face - collected)
  assert.equal(await balance('customer', sold), 0)
  await expectSoundBooks(app)

  await moveClock(app, 'P2D')
  await sealLedger(app.services)
  await passOnCollections(app.services)
  await moveClock(app, 'PT2M')
  assert.equal(await balance('fund-payable', fundId), 0)
  const [order] = await query<{ kind: string; state: string; amount: number }>(
    app,
    `SELECT kind, state, amount_centavos::integer AS amount FROM payout_orders WHERE subject = $1`,
    [fundId],
  )
  assert.deepEqual(order, { kind: 'FUND', state: 'paid', amount: collected })
  const statement = await run('assignments statement', [fundId], { from: '2026-01-01', to: today() })
  assert.match(statement, /^opening 0\.00\n/)
  assert.match(statement, new RegExp(`COLLECTION +${sold} +${(collected / 100).toFixed(2)}`))
  assert.match(statement, new RegExp(`PAYOUT +-${(collected / 100).toFixed(2)} +0\\.00\nclosing 0\\.00$`))
  const later = await run('assignments statement', [fundId], { from: today(), to: today() })
  const [, opening, closing] = /^opening (-?[\d.]+)\n[\s\S]*closing (-?[\d.]+)$/.exec(later) ?? []
  assert.deepEqual([opening, closing], [(collected / 100).toFixed(2), '0.00'].map(String))
  await expectSoundBooks(app)
})

const sumBank = async (): Promise<number> => {
  const [row] = await query<{ sum: number }>(
    app,
    `SELECT coalesce(sum(amount_centavos), 0)::integer AS sum FROM ledger_postings WHERE account LIKE 'bank:%'`,
  )
  return row?.sum ?? 0
}

test('a sold contract is neither canceled nor accrued, its customer pays off with the discount, and the fund gets it all', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  await moveClock(app, 'P9D')
  await sell()
  const cancel = await askCancel(app, transactionId)
  assert.equal(cancel.status, 409, cancel.text)
  const earned = await countEarned(transactionId)
  await moveClock(app, 'P20D')
  while (!isBusinessDay(today())) await moveClock(app, 'P1D')
  const [row] = await query<{ next: string | null }>(
    app,
    'SELECT next_accrual::text AS next FROM loans WHERE transaction_id = $1',
    [transactionId],
  )
  assert.equal(row?.next, null)
  const owed = await balance('fund-payable', fundId)
  const { value, futureValue } = await settleAll(transactionId)
  const { installments = [] } = await read(app, transactionId)
  const face = installments.reduce((sum, each) => sum + Math.round(each.value * 100), 0)
  assert.ok(futureValue > 0 && Math.round(value * 100) < face, 'future interest is taken off')
  assert.equal(await balance('fund-payable', fundId), owed - Math.round(value * 100))
  assert.equal(await balance('memo-assigned', transactionId), 0)
  assert.equal((await read(app, transactionId)).status, 'CLOSED')
  assert.equal(await countEarned(transactionId), earned, 'the lender earns nothing of it')
  await expectSoundBooks(app)
})

async function countEarned(transactionId: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    app,
    `SELECT count(*)::integer AS count FROM ledger_postings WHERE account = 'unearned-interest:' || $1`,
    [transactionId],
  )
  return row?.count ?? 0
}

async function settleAll(transactionId: string) {
  const issued = await settle(app, transactionId)
  await pay(app, issued.billet.id)
  return issued
}

test('a contract that is bought back is carried at its payoff again, and what changed before the answer overtakes a batch', async () => {
  const { transactionId } = await buyOpen(app, { installments: 4 })
  await moveClock(app, 'P9D')
  const early = await run('assignments sell', [fundId], { reason })
  const { installments = [] } = await read(app, transactionId)
  await pay(app, installments[0]?.id ?? '')
  const [, id = ''] = /proposals approve (\w+)/.exec(early) ?? []
  await assert.rejects(run('proposals approve', [id], { reason: 'conferi e concordo' }, bia), /has changed/)
  assert.notEqual(await carryingOf(transactionId), 0)
  await sell()
  assert.equal(await carryingOf(transactionId), 0)
  await moveClock(app, 'P3D')
  await pay(app, installments[1]?.id ?? '')
  await assert.rejects(run('assignments sell', [fundId], { reason }), /no contract meets the rules of/)
  const proposed = await run('assignments buy-back', [fundId, transactionId], { reason })
  const owed = await balance('fund-payable', fundId)
  const assignmentId = await approve(proposed)
  const [batch] = await query<{ carrying: number; price: number }>(
    app,
    'SELECT carrying_centavos::integer AS carrying, price_centavos::integer AS price FROM assignments WHERE id = $1',
    [assignmentId],
  )
  assert.equal(batch?.carrying, batch?.price)
  assert.equal(await carryingOf(transactionId), batch?.carrying)
  assert.equal(await balance('fund-payable', fundId), owed - (batch?.price ?? 0))
  assert.equal(await balance('memo-assigned', transactionId), 0)
  await expectSoundBooks(app)
  await moveClock(app, 'P40D')
  await pay(app, installments[2]?.id ?? '')
  await expectSoundBooks(app)
})

test('a contract with a special case that has not ended is not sold, also when the case is opened before the answer', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  // There is always something to sell.
  await buyOpen(app, { installments: 3 })
  await moveClock(app, 'P9D')
  const early = await offer(transactionId)
  assert.equal(early.isOffered, true)
  const proposer = await newOperator(app, 'analyst')
  const wanted = { transactionId, kind: 'COURT_ORDER', note: reason, contact: undefined } as const
  const { id: caseId } = await openCase(app.services, proposer, wanted)
  await assert.rejects(approve(early.text), /has changed/)
  assert.equal((await offer(transactionId)).isOffered, false)
  await endCase(app.services, proposer, { caseId, reason })
  const raiseVersion = (by: number) =>
    query(app, 'UPDATE special_cases SET version = version + $2 WHERE id = $1', [caseId, by])
  await raiseVersion(1)
  assert.equal((await offer(transactionId)).isOffered, false, 'a row that was changed in the database')
  await raiseVersion(-1)
  const last = await offer(transactionId)
  assert.equal(last.isOffered, true)
  await approve(last.text)
  assert.notEqual(await balance('memo-assigned', transactionId), 0)
  await expectSoundBooks(app)
})

test('a contract that was left to an estate is sold only to a fund whose rules say so, and its heirs may go on paying', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  // There is always something to sell.
  await buyOpen(app, { installments: 3 })
  await moveClock(app, 'P9D')
  const [proposer, approver] = [await newOperator(app, 'approver'), await newOperator(app, 'approver')]
  const { services } = app
  const { id: caseId } = await openCase(services, proposer, {
    transactionId,
    kind: 'DEATH',
    note: reason,
    contact: undefined,
  })
  const bytes = Buffer.from(SAMPLE_INVOICE, 'base64')
  const { version } = await addDocument(services, proposer, { caseId, bytes })
  const { id: proposalId } = await decideCase(services, proposer, {
    caseId,
    version,
    reason,
    effect: 'LEAVE_TO_ESTATE',
    amountCentavos: null,
    effectiveOn: null,
    installments: null,
  })
  const answer = { proposalId, approve: true, reason: 'conferi e concordo' }
  assert.equal((await answerProposal(services, approver, answer)).state, 'done')
  assert.equal((await offer(transactionId)).isOffered, false)

  const rules = join(folder, 'estates.json')
  await writeFile(
    rules,
    JSON.stringify({
      minDaysPastDue: 0,
      maxDaysPastDue: 0,
      minDaysSinceRelease: 8,
      pricePercent: 40,
      estates: true,
    }),
  )
  const fund = { name: 'Fundo Poente FIDC', document: '11222333000181', 'pix-key': '11222333000181', rules }
  const estateFundId = await run('assignments fund', [], fund)
  const { text, isOffered } = await offer(transactionId, estateFundId)
  assert.equal(isOffered, true)
  await approve(text)
  assert.notEqual(await balance('memo-assigned', transactionId), 0)
  const { installments = [] } = await read(app, transactionId)
  await pay(app, installments[0]?.id ?? '')
  const paid = Math.round((installments[0]?.value ?? 0) * 100)
  assert.equal(await balance('fund-payable', estateFundId), -paid)
  await expectSoundBooks(app)
})

test('what a fund owns is neither voided, released nor discounted by a special case; collection of it may stop', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  await moveClock(app, 'P9D')
  await sell()
  const [proposer, approver] = [await newOperator(app, 'approver'), await newOperator(app, 'approver')]
  const { services } = app
  const document = Buffer.from(SAMPLE_INVOICE, 'base64')
  const decide = async (
    kind: SpecialCaseKind,
    effect: SpecialCaseEffect,
    amountCentavos: number | null = null,
  ) => {
    const opened = await openCase(services, proposer, {
      transactionId,
      kind,
      note: reason,
      contact: undefined,
    })
    const caseId = opened.id
    const { version } = await addDocument(services, proposer, { caseId, bytes: document })
    const effectiveOn = amountCentavos === null ? null : nextBusinessDay(today())
    const terms = { effect, amountCentavos, effectiveOn, installments: null }
    try {
      const { id } = await decideCase(services, proposer, { caseId, version, reason, ...terms })
      const answer = { proposalId: id, approve: true, reason: 'conferi e concordo' }
      return (await answerProposal(services, approver, answer)).state
    } finally {
      await endCase(services, proposer, { caseId, reason })
    }
  }
  const belongs = /belongs to a fund/
  await assert.rejects(decide('FRAUD', 'VOID_CONTRACT'), belongs)
  await assert.rejects(decide('COURT_ORDER', 'END_DEBT'), belongs)
  await assert.rejects(decide('DISCOUNT', 'ACCEPT_LESS', 10_000), belongs)
  assert.equal((await read(app, transactionId)).status, 'OPEN')
  assert.notEqual(await balance('memo-assigned', transactionId), 0)
  assert.equal(await decide('COURT_ORDER', 'SUSPEND_COLLECTION'), 'done')
  await expectSoundBooks(app)
})
