import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bookkeepingCommands } from '../../src/cli/bookkeeping.ts'
import type { Command } from '../../src/cli/command.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { payoutCommands } from '../../src/cli/payouts.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import {
  type AccountName,
  accountOf,
  composeEntry,
  postEntries,
  sealLedger,
} from '../../src/domains/ledger/index.ts'
import { InputError } from '../../src/kernel/faults.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { balanceOf } from '../support/purchases.ts'

const BANK = DEMONSTRATION_ACCOUNT.id
const COMMANDS: Readonly<Record<string, Command>> = {
  ...bookkeepingCommands,
  ...proposalCommands,
  ...payoutCommands,
  ...ledgerCommands,
}

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
let folder: string
let file: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ana = await newDeskPerson(app, 'approver')
  bia = await newDeskPerson(app, 'approver')
  folder = await mkdtemp(join(tmpdir(), 'books-'))
  file = join(folder, 'document.pdf')
  await writeFile(file, Buffer.from(SAMPLE_INVOICE, 'base64'))
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

type Options = Readonly<Record<string, string>>

function run(text: string, options: Options = {}, by = ana): Promise<string> {
  const words = text.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')] ?? assert.fail(text)
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  return command.run(app.services, { words, options: { as: by.email, ...options }, act, ask })
}

const REASON = { reason: 'as the document shows' }

/** The id of the entry, and of its proposal. */
async function propose(text: string, options: Options): Promise<{ id: string; proposal: string }> {
  const answer = await run(text, { ...REASON, ...options })
  const [id = ''] = answer.split('\n')
  return { id, proposal: /approve ([0-9a-f]{24})/.exec(answer)?.[1] ?? assert.fail(answer) }
}

const approve = (proposal: string, by = bia) => run(`proposals approve ${proposal}`, REASON, by)

async function book(text: string, options: Options): Promise<string> {
  const { id, proposal } = await propose(text, options)
  await approve(proposal)
  return id
}

/** A debt against `suspense`, as some business event left it. */
async function owe(account: AccountName, amountCentavos: number): Promise<void> {
  const { services, clock } = app
  const entry = composeEntry({
    kind: 'payment',
    retailerId: undefined,
    transactionId: undefined,
    reference: `test:${newId()}`,
    occurredAt: clock.now(),
    memo: {},
    postings: [
      { account, amountCentavos },
      { account: 'suspense', amountCentavos: -amountCentavos },
    ],
  })
  await services.database.transaction(async tx => postEntries(tx, services.secrets, [entry], clock.now()))
  await sealLedger(services)
}

const today = (): string => new Date(app.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
const fact = (amount: string, more: Options = {}): Options => ({
  amount,
  date: today(),
  account: BANK,
  reference: `BANCO-${newId()}`,
  file,
  ...more,
})

test('what a retailer owes back is paid in cash, never more than it owes, and only by two people', async () => {
  const account = accountOf.clawback(DEMO_RETAILER)
  await owe(account, 50_000)
  const bank = await balanceOf(app, 'bank')
  await assert.rejects(
    run('balances settle CLAWBACK_RECEIVED', { ...REASON, ...fact('500.01', { retailer: DEMO_RETAILER }) }),
    /has only 500, not 500.01/,
  )
  const received = fact('300.00', { retailer: DEMO_RETAILER })
  const { proposal } = await propose('balances settle CLAWBACK_RECEIVED', received)
  assert.equal(await balanceOf(app, account), 50_000)
  await assert.rejects(
    run('balances settle CLAWBACK_RECEIVED', { ...REASON, ...received }),
    /already proposed/,
  )
  await assert.rejects(approve(proposal, ana), InputError)
  await approve(proposal)
  assert.equal(await balanceOf(app, account), 20_000)
  assert.equal((await balanceOf(app, 'bank')) - bank, 30_000)
  await assert.rejects(run('balances settle CLAWBACK_RECEIVED', { ...REASON, ...received }), /booked already/)
  assert.match(await run('balances list'), /clawback:[0-9a-f]{24} .* 200\.00 .*CLAWBACK_RECEIVED/)
})

test('two payments that are proposed together do not turn the balance: the second one loses its effect', async () => {
  const account = accountOf.insurerReceivable()
  await owe(account, 10_000)
  const first = await propose('balances settle INSURER_RECEIVED', fact('100.00'))
  const second = await propose('balances settle INSURER_RECEIVED', fact('100.00'))
  await approve(first.proposal)
  await assert.rejects(approve(second.proposal), InputError)
  assert.equal(await balanceOf(app, account), 0)
  assert.match(await run(`journal show ${second.id}`), /state +overtaken/)
})

test('what the insurer owes is kept from the premiums that it is owed', async () => {
  await owe(accountOf.insurerReceivable(), 1_760)
  await owe(accountOf.premiumPayable(), -3_600)
  await book('balances settle INSURER_NETTED', fact('17.60'))
  assert.equal(await balanceOf(app, accountOf.insurerReceivable()), 0)
  assert.equal(await balanceOf(app, accountOf.premiumPayable()), -1_840)
})

test('commission leaves by an order that a second person lets go, and not twice', async () => {
  const account = accountOf.commissionPayable(DEMO_RETAILER)
  await owe(account, -2_400)
  const [order = ''] = (await run('balances commission', { ...REASON, retailer: DEMO_RETAILER })).split('\n')
  assert.equal(await balanceOf(app, account), 0)
  await assert.rejects(run('balances commission', { ...REASON, retailer: DEMO_RETAILER }), /under way/)
  assert.match(await run(`payouts show ${order}`), /kind +COMMISSION/)
  assert.equal(await run(`payouts approve ${order}`, REASON, bia), 'approved')
})

test('commission that was paid otherwise is recorded with its proof', async () => {
  const account = accountOf.commissionPayable(DEMO_RETAILER)
  await owe(account, -1_000)
  await book('balances settle COMMISSION_PAID', fact('10.00', { retailer: DEMO_RETAILER }))
  assert.equal(await balanceOf(app, account), 0)
})

test('a document is needed, or a line of the bank statement, which tells amount, day and account', async () => {
  await owe('iof-recoverable', 2_687)
  const { file: _, ...bare } = fact('26.87')
  await assert.rejects(run('balances settle IOF_REFUNDED', { ...REASON, ...bare }), /--file is missing/)
  const caseId = newId()
  await query(
    app,
    `INSERT INTO reconciliation_cases (id, account_id, side, reference, amount_centavos, happened_on, opened_at)
      VALUES ($1, $2, 'BANK', $3, 2687, $4, now())`,
    [caseId, BANK, `line-${caseId}`, today()],
  )
  await book('balances settle IOF_REFUNDED', { line: caseId })
  assert.equal(await balanceOf(app, 'iof-recoverable'), 0)
})

test('a manual entry has a reason, a document and two people, and is undone exactly, once', async () => {
  const lines = `bank-tariff=12.34,bank:${BANK}=-12.34`
  const tariff = await balanceOf(app, 'bank-tariff')
  await assert.rejects(run('journal propose', { ...REASON, lines }), /--file is missing/)
  const id = await book('journal propose', { lines, file })
  assert.equal((await balanceOf(app, 'bank-tariff')) - tariff, 1_234)
  assert.match(await run('ledger verify'), /[1-9]\d* of them manual, each approved by a second person/)
  const shown = await run(`journal show ${id}`)
  assert.match(shown, /kind +manual/)
  assert.match(shown, /document +[0-9a-f]{64}/)
  const { proposal } = await propose(`journal reverse ${id}`, {})
  await assert.rejects(run(`journal reverse ${id}`, REASON), /already proposed/)
  await approve(proposal)
  assert.equal(await balanceOf(app, 'bank-tariff'), tariff)
  await assert.rejects(run(`journal reverse ${id}`, REASON), /booked already/)
  const [row] = await query<{ kinds: string }>(
    app,
    `SELECT string_agg(kind, ',' ORDER BY id) AS kinds FROM ledger_entries WHERE kind LIKE 'manual%'`,
  )
  assert.equal(row?.kinds, 'manual,manual-reversed')
})

test('only accounts of the chart that no other record has to agree with, balanced and with an owner', async () => {
  const refused: readonly [string, RegExp][] = [
    ['bank-tariff=1.00,waived=-1.01', /differ by -1 centavos/],
    ['slush-fund=1.00,waived=-1.00', /not an account of the chart/],
    [`customer:${newId()}=1.00,waived=-1.00`, /only their own operations move it/],
    ['refunds-due=1.00,waived=-1.00', /only their own operations move it/],
    [`bank:${newId()}=1.00,waived=-1.00`, /not an account of the lender/],
    [`clawback:${newId()}=1.00,waived=-1.00`, /names no retailer/],
    ['waived=1.00', /two or more accounts/],
  ]
  for (const [lines, problem] of refused)
    await assert.rejects(run('journal propose', { ...REASON, lines, file }), problem, lines)
  const fake = join(folder, 'fake.pdf')
  await writeFile(fake, '<script>alert(1)</script>')
  const lines = 'bank-tariff=1.00,waived=-1.00'
  await assert.rejects(run('journal propose', { ...REASON, lines, file: fake }), /--file must be a plain PDF/)
})

test('an entry that nobody approved is found by verify, as is one with other lines', async () => {
  const { services, clock } = app
  const entry = composeEntry({
    kind: 'manual',
    retailerId: undefined,
    transactionId: undefined,
    reference: `manual:${newId()}`,
    occurredAt: clock.now(),
    memo: {},
    postings: [
      { account: 'bank-tariff', amountCentavos: 1 },
      { account: 'waived', amountCentavos: -1 },
    ],
  })
  await services.database.transaction(async tx => postEntries(tx, services.secrets, [entry], clock.now()))
  await assert.rejects(run('ledger verify'), /was booked without a proposal of the same lines/)
})
