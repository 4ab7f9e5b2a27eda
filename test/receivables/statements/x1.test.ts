import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { App } from '../../../src/app/app.ts'
import { bankCommands } from '../../../src/cli/bank.ts'
import { statementCommands } from '../../../src/cli/statements.ts'
import type { ReceivedPix } from '../../../src/domains/pix/pix-api.ts'
import { type Billet, composeTxid } from '../../../src/domains/receivables/billets/billet.ts'
import { creditClearing } from '../../../src/domains/receivables/credit-clearing.ts'
import { takePix } from '../../../src/domains/receivables/pix/take-pix.ts'
import { type ListExpected, reconcileStatement } from '../../../src/domains/statements/reconcile-statement.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { computeBalance } from '../../support/balance.ts'
import { type BankDesk, openBankDesk, reportPaid, writeReturn } from '../cnab/bank-desk.ts'
import { ACCOUNT_ID, sampleAccounts } from '../cnab/sample-titles.ts'

/** An invented day of an account: boletos 197.92 + 232.92 in one credit, a Pix, a payout and a tariff. */
const X1 = readFileSync(join(import.meta.dirname, 'x1.txt'), 'latin1')
/** The same, of the account that these tests have. */
export const OURS = X1.replaceAll('0345680000007654324', '0404200000000619000')
const DAY = parseCalendarDate('2026-11-17')
const END_TO_END_ID = 'E18236120202611171142s0a1b2c3d4e'

/** The payout that the statement shows, as a module that pays out would announce it. */
const expectPayout: ListExpected = async () => [
  {
    reference: 'payout:PAY0000000000000001',
    amountCentavos: -94_240,
    day: DAY,
    category: 'other',
    document: 'PAY0000000000000001',
  },
]

let desk: BankDesk
beforeEach(async () => {
  desk = await openBankDesk()
})
afterEach(() => desk.close())

async function run(name: string, words: readonly string[] = [], options: Record<string, string> = {}) {
  const command = statementCommands[name] ?? bankCommands[name] ?? assert.fail(name)
  return command.run(desk.services, { words: [...name.split(' '), ...words], options })
}
async function take(text: string, account = ACCOUNT_ID): Promise<string> {
  const path = join(desk.folder, 'day.txt')
  await writeFile(path, text, 'latin1')
  return run('bank statement', [path], { account })
}
const setClock = (instant: string): void =>
  desk.clock.advance({ ms: Date.parse(instant) - desk.clock.now().getTime() })

async function issueOne(contract: number, amountCentavos: number, due: string): Promise<Billet> {
  const [billet] = await desk.issue(contract, {
    installments: [{ dueDate: parseCalendarDate(due), amountCentavos }],
  })
  return billet ?? assert.fail()
}

/** The books of that day: two billets by the bank's return file, and a third that was paid by Pix. */
async function receive(): Promise<void> {
  setClock('2026-11-10T15:00:00Z')
  const lines = [await issueOne(1, 19_792, '2026-11-16'), await issueOne(2, 23_292, '2026-11-16')]
  const byPix = await issueOne(3, 25_000, '2026-11-17')
  setClock('2026-11-17T15:00:00Z')
  const titles = lines.map(billet =>
    reportPaid(billet, { credited: billet.amountCentavos, creditedOn: '17112026' }),
  )
  await desk.write('day.ret', writeReturn(titles))
  assert.match(await desk.run('bank import', 'day.ret'), /credited 2/)
  assert.equal(await takePix(pixContext(), describePix(END_TO_END_ID, 25_000, composeTxid(byPix))), 'booked')
  assert.equal(await desk.count('billets', "payment_status = 'PAID'"), 3)
}

/** What the PSP answers about a payment of that day. */
const describePix = (endToEndId: string, amountCentavos: number, txid?: string): ReceivedPix => ({
  endToEndId,
  txid,
  amountCentavos,
  receivedAt: new Date('2026-11-17T14:42:00Z'),
  pixKey: sampleAccounts['237'].pixKey,
  refunds: [],
})

function pixContext(): App {
  const { pixApi = assert.fail('homologation has a PSP') } = desk.services
  return { ...desk.services, pixApi, log: createLog({ level: 'silent' }) }
}

const reconcile = (day = DAY, expected = expectPayout) =>
  reconcileStatement(desk.services, ACCOUNT_ID, day, expected)
const listStates = async (): Promise<string[]> => {
  const text = 'SELECT state FROM bank_statement_lines ORDER BY position'
  const rows = await desk.services.database.run<{ state: string }>({ name: '', text }, [])
  return rows.map(({ state }) => state)
}

test('worked statement X1: every line finds its movement, and the books agree with the bank', async () => {
  await receive()
  await creditClearing(desk.services)
  assert.equal(await take(OURS), 'imported: 2026-11-17 to 2026-11-17, 4 lines, closing with 9733.44')
  const report = await reconcile()
  assert.deepEqual(await listStates(), ['MATCHED', 'MATCHED', 'MATCHED', 'MATCHED'])
  assert.deepEqual([report?.matchedLines, report?.openLines, report?.openItems], [4, [], []])
  // The payout is not in the books yet: it is all that the balances differ by.
  assert.equal((report?.bookCentavos ?? 0) - (report?.closingCentavos ?? 0), 94_240)
  assert.equal(report?.unexplainedCentavos, 0)
  const { database } = desk.services
  assert.equal(await computeBalance(database, `bank:${ACCOUNT_ID}`), 43_084 + 25_000 - 500)
  assert.deepEqual(
    [await computeBalance(database, 'bank-tariff'), await computeBalance(database, `clearing:${ACCOUNT_ID}`)],
    [500, 0],
  )
  const again = await reconcile()
  assert.deepEqual([again?.matchedLines, again?.unexplainedCentavos], [0, 0])
  assert.equal(await take(OURS), 'imported before: 2026-11-17 to 2026-11-17')
})

test('what the books learn later waits in transit, then is a case, and ends when the file comes after all', async () => {
  setClock('2026-11-17T23:00:00Z')
  await take(OURS)
  const early = await reconcile()
  assert.deepEqual(await listStates(), ['IN_TRANSIT', 'IN_TRANSIT', 'MATCHED', 'MATCHED'])
  assert.deepEqual([early?.openLines.length, early?.unexplainedCentavos], [2, 0])
  assert.match(await run('bank differences'), /no difference waits/)
  setClock('2026-11-24T12:00:00Z')
  await reconcile()
  assert.deepEqual(await listStates(), ['SUSPENSE', 'SUSPENSE', 'MATCHED', 'MATCHED'])
  assert.equal((await run('bank differences')).split('\n').length, 3)
  await receiveLate()
  await reconcile()
  assert.deepEqual(await listStates(), ['MATCHED', 'MATCHED', 'MATCHED', 'MATCHED'])
  assert.match(await run('bank differences'), /no difference waits/)
})

async function receiveLate(): Promise<void> {
  await receive()
  setClock('2026-11-24T13:00:00Z')
  await creditClearing(desk.services)
}

test('an entry that no statement shows is a case, which a person closes with an explanation', async () => {
  await receive()
  await takePix(pixContext(), describePix('E00000000202611171200abcdefghijk', 7_777))
  await creditClearing(desk.services)
  await take(OURS)
  const report = await reconcile()
  assert.deepEqual(
    [report?.openItems.map(({ amountCentavos }) => amountCentavos), report?.unexplainedCentavos],
    [[7_777], 0],
  )
  setClock('2026-11-24T12:00:00Z')
  await reconcile()
  const [, row = ''] = (await run('bank differences')).split('\n')
  assert.match(row, /BOOKS +2026-11-17 +0 days +77\.77 +payment:pix:E00000000202611171200abcdefghijk/)
  const [caseId = ''] = row.split(' ')
  await assert.rejects(run('bank explain', [caseId, 'no']), /has 5 to 500 characters/)
  assert.equal(
    await run('bank explain', [caseId, 'Estornado pelo banco em 18/11']),
    `case ${caseId} is closed`,
  )
  await assert.rejects(run('bank explain', [caseId, 'Estornado pelo banco']), /there is no open case/)
  await reconcile()
  assert.match(await run('bank differences'), /no difference waits/)
})

test('a Pix of another amount than the books have is a case at once', async () => {
  await receive()
  await creditClearing(desk.services)
  const other = OURS.replace('000000000000025000C209', '000000000000025001C209')
    .replace('0000000000973344CF', '0000000000973345CF')
    .replace('000000000000068084', '000000000000068085')
  await take(other)
  const report = await reconcile()
  assert.deepEqual(await listStates(), ['MATCHED', 'SUSPENSE', 'MATCHED', 'MATCHED'])
  assert.deepEqual([report?.openItems.length, report?.unexplainedCentavos], [1, 0])
})

test('the next statement continues the one before, and any other is refused as a whole', async () => {
  await take(OURS)
  const next = OURS.replaceAll('17112026', '18112026')
  await assert.rejects(
    take(next),
    /does not continue the statement of 2026-11-17: one closes with 973344 centavos, the next opens with 1000000/,
  )
  await assert.rejects(
    take(OURS.replace('LIQUIDACAO COBRANCA', 'LIQUIDACAO OUTRA   ')),
    /a statement of 2026-11-17 to 2026-11-17 was taken before and says something else/,
  )
  assert.equal(await desk.count('bank_statements'), 1)
  assert.equal(await desk.count('bank_statement_lines'), 4)
})

test('a statement of another account or bank, and a day without one, are told apart', async () => {
  await assert.rejects(take(X1), /it is of account 03456\/000000765432, not of 4042\/0061900-0/)
  await assert.rejects(
    take(OURS.replaceAll(/^237/gm, '341')),
    /it is of bank 341, the account is at bank 237/,
  )
  await assert.rejects(take(OURS, 'nobody'), /there is no account nobody/)
  assert.equal(
    await run('bank reconcile', [], { date: '2026-11-17' }),
    'there is no statement until 2026-11-17',
  )
  await assert.rejects(run('bank reconcile', [], { date: '17/11/2026' }), /--date must be a day/)
  await take(OURS)
  assert.match(
    await run('bank reconcile', [], { date: '2026-11-17' }),
    /only the bank: 2026-11-17 -942\.40 PIX ENVIADO PAY0000000000000001/,
  )
})
