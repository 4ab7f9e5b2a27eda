import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { App } from '../../src/app/app.ts'
import { sealAuditLog } from '../../src/app/upkeep/seal-chains.ts'
import { runAudited } from '../../src/cli/audited.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { moneyCommands } from '../../src/cli/money.ts'
import { COMMANDS } from '../../src/cli/table.ts'
import { answerProposal } from '../../src/domains/desk/answer-proposal.ts'
import { sealLedger } from '../../src/domains/ledger/seal.ts'
import { listAccounts } from '../../src/domains/lender/accounts.ts'
import { findOperator, type Operator } from '../../src/domains/operators/operators.ts'
import { decidePayout } from '../../src/domains/payouts/desk/decide-payout.ts'
import { listMoneyHolds } from '../../src/domains/payouts/money-hold.ts'
import type { PayoutOrder } from '../../src/domains/payouts/order.ts'
import { listOrders } from '../../src/domains/payouts/orders.ts'
import { remitOrders } from '../../src/domains/payouts/remit-orders.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { askCancel, buyOpen, moveClock, read } from '../support/purchase-http.ts'
import { contextOf, openPurchase } from '../support/purchases.ts'
import { StubBank } from './stub-bank.ts'

let app: TestApp
let bank: StubBank
let people: DeskPerson[]
before(async () => {
  // No worker beside the test: it would take the orders.
  app = await startTestApp({ env: { ROLE: 'api' } })
  people = [
    await newDeskPerson(app, 'approver'),
    await newDeskPerson(app, 'approver'),
    await newDeskPerson(app, 'analyst'),
  ]
})
after(() => app.stop())
beforeEach(() => {
  bank = new StubBank()
})

let logged: string[] = []
const run = (payoutApprovalLimitCentavos = 100_000_000) => {
  app.clock.advance({ minutes: 30 })
  return runPayouts({
    ...contextOf(app),
    payoutRail: bank,
    payoutApprovalLimitCentavos,
    log: createLog({ level: 'info', destination: { write: line => void logged.push(line) } }),
  })
}
const newest = async (): Promise<PayoutOrder> => {
  const { orders } = await listOrders(app.database, app.services.secrets, { kind: 'RETAILER', limit: 1 })
  return orders[0] ?? assert.fail()
}
const command = (
  name: string,
  options: Record<string, string> = {},
  services: App = app.services,
): Promise<string> => {
  const found = { ...moneyCommands, ...ledgerCommands }[name] ?? assert.fail(name)
  const line = { words: name.split(' '), options, ask: answerWithCodes(app, people) }
  return COMMANDS.get(name)?.isAudited ? runAudited(services, found, line) : found.run(services, line)
}
const asOperator = async ({ email }: DeskPerson): Promise<Operator> =>
  (await findOperator(app.database, app.services.secrets, email)) ?? assert.fail()

/** As an administrator of the database does it, who recomputes keyless hashes. */
let undo: (() => Promise<void>) | undefined
const REWRITE =
  'UPDATE ledger_seals SET hash = sha256(hash) WHERE position = (SELECT max(position) FROM ledger_heads)'
const asAdministrator = (text: string, of: TestApp = app) =>
  asAdministratorOf(of.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query(text)
  })
async function rewriteLedger(): Promise<void> {
  await sealLedger(app.services)
  await sealAuditLog(app.services)
  await asAdministrator('CREATE TABLE saved_seals AS TABLE ledger_seals')
  await asAdministrator(REWRITE)
  undo = () =>
    asAdministrator(
      `UPDATE ledger_seals s SET hash = o.hash FROM saved_seals o WHERE o.position = s.position;
       DROP TABLE saved_seals`,
    )
}
const fix = async (): Promise<void> => {
  await undo?.()
  undo = undefined
}
afterEach(async () => {
  await fix()
  logged = []
  await command('money release')
})

test('while the ledger is not the one that was signed nothing is ordered, approved or sent, and banks are asked on', async () => {
  bank.ends = {}
  await openPurchase(app)
  await run()
  const underWay = await newest()
  assert.equal(underWay.state, 'accepted')
  await openPurchase(app)
  await run(1)
  const waiting = await newest()
  assert.equal(waiting.state, 'created')
  const [ana, bia] = await Promise.all(people.slice(0, 2).map(asOperator))
  assert.ok(ana && bia)
  const { id: orderId, version } = waiting
  const approve = { orderId, result: 'APPROVE', reason: 'conferido', version } as const
  const proposal = await decidePayout(contextOf(app), ana, approve)
  await openPurchase(app)

  await rewriteLedger()
  bank.ends = { state: 'paid' }
  const sent = bank.taken.size
  await run()
  assert.equal(bank.taken.size, sent, 'nothing is sent')
  assert.equal((await newest()).id, waiting.id, 'nothing is ordered')
  assert.equal((await newest()).state, 'created', 'nothing is approved by the program')
  const answer = { proposalId: proposal.id, approve: true, reason: 'conferido' }
  await assert.rejects(answerProposal(contextOf(app), bia, answer), { code: 'desk_money_held' })
  const { orders } = await listOrders(app.database, app.services.secrets, { state: 'paid', limit: 9 })
  assert.ok(
    orders.some(({ id }) => id === underWay.id),
    'an order that the bank had is asked about',
  )
  assert.match(logged.join(''), /"level":"error".*no money leaves: entry \d+ of the ledger is not the one/)

  await fix()
  await run()
  assert.equal(bank.taken.size, sent, 'a chain that is as before releases nothing by itself')
  assert.match(await command('money release', { as: 'Ana Souza' }), /^released: 1/)
  assert.equal((await answerProposal(contextOf(app), bia, answer)).state, 'done')
  await run()
  assert.equal(bank.taken.size, sent + 2)
})

test('no file of payouts is written while money is held', async () => {
  const [account] = (await listAccounts(app.database, app.services.secrets)).accounts
  assert.ok(account)
  await command('money hold', { as: 'Ana Souza' })
  await assert.rejects(remitOrders(app.services, account, app.clock.now()), /no money leaves until people/)
  await command('money release', { as: 'Ana Souza' })
  assert.equal(await remitOrders(app.services, account, app.clock.now()), undefined)
})

test('a hold is told at /ready, which stays 200, in the metrics and by money status, and other processes know it', async () => {
  const ready = async (url = app.url) => {
    const answer = await fetch(`${url}/ready`)
    return { status: answer.status, body: await answer.json() }
  }
  const readMetric = async () =>
    /^crediario_money_held (\d+)$/m.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]
  assert.deepEqual([await ready(), await readMetric()], [{ status: 200, body: { status: 'ready' } }, '0'])
  await rewriteLedger()
  await assert.rejects(command('ledger verify'), /the books are broken/)
  const held = { status: 200, body: { status: 'ready', warnings: ['money_held'] } }
  assert.deepEqual([await ready(), await readMetric()], [held, '1'])
  assert.match(await command('money status'), /payouts are stopped\n\nSINCE +CAUSE +PROBLEM\n\S+ +ledger /)
  const other = await startTestApp({ sharing: app, env: { ROLE: 'api' } })
  try {
    assert.deepEqual(await ready(other.url), held)
  } finally {
    await other.stop()
  }
})

test('SQL does not release money: not by a row of its own, and not by removing the note while the chain is broken', async () => {
  await rewriteLedger()
  await run()
  const [hold] = await listMoneyHolds(app.services)
  assert.ok(hold)
  await query(
    app,
    `INSERT INTO money_releases (hold_id, released_at, released_by, mac) VALUES ($1, now(), 'Ana Souza', sha256('x'))`,
    [hold.id],
  )
  assert.equal((await listMoneyHolds(app.services)).length, 1)
  await asAdministrator(`DELETE FROM money_releases WHERE hold_id = '${hold.id}'`)
  await assert.rejects(query(app, 'DELETE FROM audit_notes'), /audit|chain|note/)
  await asAdministrator(`DELETE FROM audit_notes WHERE action = 'money.held'`)
  await openPurchase(app)
  const sent = bank.taken.size
  await run()
  assert.equal(bank.taken.size, sent)
  assert.equal((await listMoneyHolds(app.services)).length, 1, 'it is found again')
})

test('nobody releases money while a chain is broken', async () => {
  await rewriteLedger()
  await run()
  await assert.rejects(command('money release', { as: 'Ana Souza' }), /the books are broken at seal \d+/)
  assert.equal((await listMoneyHolds(app.services)).length, 1)
})

test('in production two people release money, each with a code of their own, one of them an approver', async () => {
  const production = { ...app.services, isProduction: true }
  const [ana, bia, carla] = people
  assert.ok(ana && bia && carla)
  const release = (as: string, other: string | undefined) =>
    command('money release', { as, ...(other && { with: other }) }, production)
  await command('money hold', { as: 'Ana Souza' })
  await assert.rejects(release(ana.email, undefined), /--with is missing/)
  await assert.rejects(release(ana.email, ana.email), /is not verified|the same one/)
  await assert.rejects(release('Ana Souza', bia.email), /--as must be the e-mail address of an operator/)
  await assert.rejects(release(ana.email, carla.email), /is analyst/)
  const line = { words: ['money', 'release'], options: { as: ana.email, with: bia.email } }
  const guess = { ...line, ask: async () => ['000000', '000000'] }
  const found = moneyCommands['money release'] ?? assert.fail()
  await assert.rejects(runAudited(production, found, guess), /is not verified/)
  assert.equal((await listMoneyHolds(production)).length, 1)
  assert.match(await release(carla.email, bia.email), /^released: 1/)
  const [row] = await query<{ releasedBy: string; approvedBy: string }>(
    app,
    `SELECT released_by AS "releasedBy", approved_by AS "approvedBy" FROM money_releases ORDER BY released_at DESC LIMIT 1`,
  )
  assert.deepEqual({ ...row }, { releasedBy: carla.email, approvedBy: bia.email })
})

test('the worker that finds a rewritten ledger logs an error, stops all refunds, and goes on selling', async () => {
  const whole = await startTestApp()
  try {
    const { transactionId } = await buyOpen(whole)
    await moveClock(whole, 'PT2M')
    await asAdministrator(REWRITE, whole)
    await moveClock(whole, 'PT2M')
    assert.match(whole.logged(), /"level":"error".*no money leaves: entry \d+ of the ledger is not the one/)
    assert.equal((await askCancel(whole, transactionId)).status, 200)
    for (let round = 0; round < 5; round += 1) await moveClock(whole, 'PT1H')
    assert.equal((await read(whole, transactionId)).refundStatus, 'DUE')
    assert.equal((await read(whole, (await buyOpen(whole)).transactionId)).status, 'OPEN')
  } finally {
    await whole.stop()
  }
})
