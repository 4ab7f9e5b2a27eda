import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bookkeepingCommands } from '../../src/cli/bookkeeping.ts'
import { caseCommands } from '../../src/cli/cases.ts'
import type { Command } from '../../src/cli/command.ts'
import { loanDecisionCommands } from '../../src/cli/loan-decisions.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { COMMANDS } from '../../src/cli/table.ts'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { sealLedger } from '../../src/domains/ledger/index.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { addMonths, calendarDateAt, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { openExample } from '../support/example-loan.ts'
import { balanceOf, contextOf, view } from '../support/purchases.ts'

/* The command line needs two people exactly where the desk does. */

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const HERE = 'test/cli/two-people.test.ts'

interface DecidedByTwo {
  /** Of the domain: both the command and the desk call it, so that they cannot differ. */
  readonly operation: string
  /** Where the desk calls it; absent where the desk only answers what the command has proposed. */
  readonly desk?: string
  /** The test in which one person has no effect by the command. */
  readonly shownBy: string
}

const byTwo = (operation: string, desk: string | undefined, shownBy: string): DecidedByTwo => ({
  operation,
  ...(desk !== undefined && { desk: `src/http/desk/${desk}-routes.ts` }),
  shownBy,
})

const BOOKS = 'test/bookkeeping/ways-out.test.ts'
const PAYOUTS = 'test/payouts/correct-command.test.ts'
const SALES = 'test/assignment/assignment.test.ts'
const COMPLIANCE = 'test/compliance/monitoring.test.ts'

/** They move money, forgive or write off, sell, change balances, close a month or decide what COAF is told. */
const TWO_PEOPLE: Readonly<Record<string, DecidedByTwo>> = {
  'balances settle': byTwo('settleBalance', 'books', BOOKS),
  'balances commission': byTwo('orderCommission', 'books', BOOKS),
  'taxes pay': byTwo('payTax', 'books', HERE),
  'journal propose': byTwo('proposeManualEntry', 'books', BOOKS),
  'journal reverse': byTwo('proposeManualReversal', 'books', BOOKS),
  'loan waive': byTwo('decideWaiver', 'loan', 'test/servicing/small-rests.test.ts'),
  'loan write-off': byTwo('decideWriteOff', 'loan', HERE),
  'cases decide': byTwo('decideCase', 'special-case', HERE),
  'closing close': byTwo('proposeClosing', 'closing', 'test/closing/month-end.test.ts'),
  'compliance decide': byTwo('decideComplianceCase', 'compliance', COMPLIANCE),
  'compliance no-occurrence': byTwo('proposeNoOccurrence', 'compliance', COMPLIANCE),
  'payouts approve': byTwo('decidePayout', 'payout', PAYOUTS),
  'payouts retry': byTwo('correctPayout', 'payout', PAYOUTS),
  'payouts correct': byTwo('correctPayout', 'payout', PAYOUTS),
  'assignments sell': byTwo('proposeSale', undefined, SALES),
  'assignments buy-back': byTwo('proposeBuyBack', undefined, SALES),
  'assignments receive': byTwo('proposeReceipt', undefined, SALES),
}

/** What no page of the desk does. In production, and with --propose or --with, two people do it. */
const TWO_IN_PRODUCTION: Readonly<Record<string, string>> = {
  'accounts create': 'test/cli/administration.test.ts',
  'retailers update': 'test/retailers/terms.test.ts',
  'money release': 'test/payouts/money-hold.test.ts',
}

const SECOND_PERSON = [
  'proposals approve',
  'proposals decline',
  'accounts approve',
  'accounts decline',
  'retailers approve',
  'retailers decline',
]

/** One person is enough at the desk too, or the desk does not do it. */
const ONE_PERSON: Readonly<Record<string, readonly string[]>> = {
  'shows, writes a file or records what happened elsewhere': [
    'retailers proposals',
    'people requests',
    'agreements offer',
    'cases list',
    'cases show',
    'compliance receipt',
    'assignments export',
    'books export',
    'scr export',
    'evidence export',
    'screening show',
  ],
  'stops something, refuses it, or begins what only two people end': [
    'money hold',
    'payouts decline',
    'cases open',
    'cases attach',
    'cases end',
    'closing run',
    'retailers suspend',
  ],
  'carries files of banks, whose lines are checked; an explanation moves no money': [
    'bank export',
    'bank import',
    'bank statement',
    'bank reconcile',
    'bank read-until',
    'bank explain',
    'payouts agreement',
    'payouts remit',
    'payouts import',
    'payouts explain',
  ],
  'says what counts from now on, and changes no contract, debt or balance': [
    'retailers create',
    'retailers origins',
    'retailers schemes',
    'retailers resume',
    'policies publish',
    'accounts assign',
    'assignments fund',
    'taxes selic',
    'books cosif',
    'screening load',
  ],
  'serves a customer': [
    'notices serve',
    'people answer',
    'people forget',
    'messages stop',
    'messages resume',
  ],
  'gives or takes access, or keeps the program running': [
    'retailers invite',
    'retailers reset-access',
    'keys create',
    'keys rotate',
    'keys revoke',
    'connectors magento2',
    'connectors medusa',
    'connectors nuvemshop',
    'connectors vtex',
    'connectors woocommerce',
    'operators create',
    'operators role',
    'operators disable',
    'operators enable',
    'operators reset',
    'jobs revive',
    'heads accept',
    'encryption rotate',
    'files move',
    'database after-restore',
  ],
}

test('of every command that changes something it is said whether it takes one person or two', () => {
  const said = [
    ...Object.keys(TWO_PEOPLE),
    ...Object.keys(TWO_IN_PRODUCTION),
    ...SECOND_PERSON,
    ...Object.values(ONE_PERSON).flat(),
  ]
  const audited = [...COMMANDS].filter(([, { isAudited }]) => isAudited).map(([name]) => name)
  assert.deepEqual(said.toSorted(), audited.toSorted())
})

/** Which commands offer what the desk decides; none where people have to look at pictures or at a customer's bills. */
const DECISIONS: Readonly<Record<string, readonly string[]>> = {
  'src/domains/assignment/assign-contracts.ts': ['sell', 'buy-back', 'receive'].map(
    name => `assignments ${name}`,
  ),
  'src/domains/bookkeeping/propose-entry.ts': [
    'balances settle',
    'taxes pay',
    'journal propose',
    'journal reverse',
  ],
  'src/domains/closing/close-month.ts': ['closing close'],
  'src/domains/collection/write-off-loan.ts': ['loan write-off'],
  'src/domains/compliance/decide-case.ts': ['compliance decide'],
  'src/domains/compliance/reports/register-report.ts': ['compliance no-occurrence'],
  'src/domains/invoices/decide-invoice.ts': [],
  'src/domains/onboarding/desk.ts': [],
  'src/domains/payouts/desk/decide-payout.ts': ['payouts approve', 'payouts decline'],
  'src/domains/servicing/desk/waive-debt.ts': ['loan waive'],
  'src/domains/special-cases/decide-case.ts': ['cases decide'],
  'src/domains/suspense/resolve-suspense.ts': [],
}

test('every decision that the desk may have to make by two people is offered by a command of the list, or by none', () => {
  const deciding = globSync('src/domains/**/*.ts', { cwd: ROOT })
    .filter(path => !path.startsWith('src/domains/desk/') && !path.endsWith('.test.ts'))
    .filter(path => /\bdecide(?:AtDesk|Locked)\(/.test(read(path)))
  assert.deepEqual(deciding.toSorted(), Object.keys(DECISIONS).toSorted())
  const one = Object.values(ONE_PERSON).flat()
  for (const name of Object.values(DECISIONS).flat())
    assert.ok(name in TWO_PEOPLE || (name === 'payouts decline' && one.includes(name)), name)
})

test('a command calls the same operation as the desk, and a test shows that one person has no effect by it', () => {
  const modules = globSync('src/cli/*.ts', { cwd: ROOT }).filter(path => !/(?:-table|\.test)\.ts$/.test(path))
  for (const [name, { operation, desk, shownBy }] of Object.entries(TWO_PEOPLE)) {
    const module =
      modules.map(read).find(text => text.includes(`'${name}': {`)) ?? assert.fail(`no module has ${name}`)
    const call = new RegExp(`\\b${operation}\\(`)
    assert.match(module, call, name)
    // A reason is as long as the desk asks for.
    assert.match(module, /getReason\(line\)/, name)
    assert.doesNotMatch(module, /getOption\(line, 'reason'\)/, name)
    if (desk !== undefined) assert.match(read(desk), call, `${name} at the desk`)
    assert.ok(read(shownBy).includes(name), `${shownBy} runs ${name}`)
  }
  for (const [name, shownBy] of Object.entries(TWO_IN_PRODUCTION))
    assert.ok(read(shownBy).includes(name), `${shownBy} runs ${name}`)
})

let app: TestApp
let ana: DeskPerson
let bia: DeskPerson
let folder: string
let file: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  ana = await newDeskPerson(app, 'approver')
  bia = await newDeskPerson(app, 'approver')
  folder = await mkdtemp(join(tmpdir(), 'two-people-'))
  file = join(folder, 'document.pdf')
  await writeFile(file, Buffer.from(SAMPLE_INVOICE, 'base64'))
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const RUN: Readonly<Record<string, Command>> = {
  ...bookkeepingCommands,
  ...caseCommands,
  ...proposalCommands,
  ...loanDecisionCommands,
}
const REASON = { reason: 'as the document shows' }

function run(text: string, options: Readonly<Record<string, string>> = {}, by = ana): Promise<string> {
  const words = text.split(' ')
  const command = RUN[words.slice(0, 2).join(' ')] ?? assert.fail(text)
  const act = { person: by.email, tell: () => {} }
  const ask = answerWithCodes(app, [ana, bia])
  return command.run(app.services, { words, options: { as: by.email, ...options }, act, ask })
}

const countEntries = async (): Promise<number> =>
  (await query<{ count: number }>(app, 'SELECT count(*)::integer AS count FROM ledger_entries'))[0]?.count ??
  0

/** One person proposes and may not approve: the books stay as they are until the other one has approved. */
async function expectTwo(text: string, options: Readonly<Record<string, string>>): Promise<void> {
  const entries = await countEntries()
  const said = await run(text, { ...REASON, ...options })
  const [, proposal = ''] = /proposals approve ([0-9a-f]{24})/.exec(said) ?? assert.fail(said)
  await assert.rejects(run(`proposals approve ${proposal}`, REASON), /another person|second person/i)
  assert.equal(await countEntries(), entries, 'one person has booked nothing')
  assert.match(await run(`proposals approve ${proposal}`, REASON, bia), /approved and done/)
  assert.ok((await countEntries()) > entries)
}

function moveTo(day: string): void {
  const days = Math.round((Date.parse(`${day}T15:00:00Z`) - app.clock.now().getTime()) / 86_400_000)
  app.clock.advance({ days })
}

test('taxes pay: the receipt of a DARF is booked by a second person', async () => {
  const { purchase } = await openExample(app)
  assert.equal(purchase.contractDate, '2026-03-10')
  moveTo('2026-03-12')
  await sealLedger(app.services)
  await expectTwo('taxes pay', {
    period: '2026-03-10',
    date: '2026-03-12',
    account: DEMONSTRATION_ACCOUNT.id,
    authentication: `AUT${newId()}`,
    file,
  })
  assert.equal(await balanceOf(app, 'iof-payable'), 0)
})

test('cases decide: what a case does to its contract is done by a second person', async () => {
  const { id } = (await openExample(app)).purchase
  const caseId = await run(`cases open ${id}`, { kind: 'COURT_ORDER', note: 'A sentença extingue a dívida' })
  await run(`cases attach ${caseId}`, { document: file })
  await expectTwo(`cases decide ${caseId}`, { effect: 'END_DEBT' })
  assert.equal((await view(app, id, PLAIN_RETAILER)).purchase.status, 'CLOSED')
})

test('loan write-off: a contract that is provided for in full leaves the assets by a second person', async () => {
  const { purchase } = await openExample(app)
  const start = calendarDateAt(app.clock.now())
  for (let month = 1; month <= 20; month++) {
    moveTo(addMonths(parseCalendarDate(start), month))
    await accrueMonths(contextOf(app))
    await provideMonths(contextOf(app))
  }
  await expectTwo(`loan write-off ${purchase.id}`, {})
  assert.ok((await balanceOf(app, `memo-written-off:${purchase.id}`)) > 0)
})
