import {
  createFund,
  proposeBuyBack,
  proposeReceipt,
  proposeSale,
} from '../../../src/domains/assignment/index.ts'
import {
  listOpenBalances,
  loadRates,
  payTax,
  proposeManualEntry,
  proposeManualReversal,
  readTaxes,
  settleBalance,
} from '../../../src/domains/bookkeeping/index.ts'
import { proposeClosing, runClosing, verifyClosing } from '../../../src/domains/closing/index.ts'
import { answerProposal, listDecisions } from '../../../src/domains/desk/index.ts'
import { sealLedger } from '../../../src/domains/ledger/index.ts'
import { orderCommission, parsePayee } from '../../../src/domains/payouts/index.ts'
import type { CalendarDate } from '../../../src/kernel/calendar-date.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import type { Dice } from '../../servicing/dice.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query } from '../../support/app.ts'
import { DOCUMENT, type Place, REASON } from './place.ts'

/** What the lender does about its balances, its taxes and its months. Two people do each of it. */

const ACCOUNT = DEMONSTRATION_ACCOUNT.id
let papers = 100_000
const nextPaper = (): string => `DOC-${++papers}`

export async function registerFund({ app, proposer }: Place): Promise<string> {
  return createFund(app.services, {
    name: 'Fundo Aurora FIDC',
    payee: parsePayee({ name: 'Fundo Aurora FIDC', document: '11222333000181', pixKey: '11222333000181' }),
    rules: {
      minDaysPastDue: 0,
      maxDaysPastDue: 0,
      minDaysSinceRelease: 8,
      retailers: [PLAIN_RETAILER],
      pricePercent: 97.5,
    },
    createdBy: proposer.id,
  })
}

/** Everything that the fund's rules take, and its money. */
export async function sell(place: Place, fundId: string): Promise<number> {
  const { app, proposer, today } = place
  const sold = await place.approve(await proposeSale(app.services, proposer, { fundId, reason: REASON }))
  place.figures.compare('sold', sold.state, 'done')
  const assignmentId = sold.subject.id
  const lines = await query<{ id: string }>(
    app,
    'SELECT transaction_id AS id FROM assignment_lines WHERE assignment_id = $1',
    [assignmentId],
  )
  for (const { id } of lines) place.touched.add(id)
  const paid = await proposeReceipt(app.services, proposer, {
    assignmentId,
    accountId: ACCOUNT,
    paidOn: today,
    reference: nextPaper(),
    reason: REASON,
  })
  const { state } = await place.approve(paid)
  place.figures.compare('the fund paid', state, 'done')
  place.cashCentavos += paid.amountCentavos
  return lines.length
}

/** Some of the sold contracts that are still open. */
export async function buyBack(place: Place, fundId: string, most: number): Promise<number> {
  const { app, proposer } = place
  const owned = await query<{ id: string }>(
    app,
    `SELECT l.transaction_id AS id FROM loans l JOIN transactions t ON t.id = l.transaction_id
      WHERE l.assigned_to = $1 AND l.ended_on IS NULL AND t.status = 'OPEN' ORDER BY l.transaction_id LIMIT $2`,
    [fundId, most],
  )
  if (owned.length === 0) return 0
  const transactionIds = owned.map(({ id }) => id)
  const asked = { fundId, transactionIds, percent: 100, reason: REASON }
  const { state } = await place.approve(await proposeBuyBack(app.services, proposer, asked))
  place.figures.compare('bought back', state, 'done')
  for (const id of transactionIds) place.touched.add(id)
  return owned.length
}

/** Every DARF that can be paid, the late ones with fine and interest. */
export async function payTaxes(place: Place): Promise<number> {
  const { app, proposer, today } = place
  await sealLedger(app.services)
  const { documents } = await readTaxes(app.services)
  const missing = [...new Set(documents.flatMap(({ missingMonths }) => missingMonths))]
  if (missing.length > 0) {
    const table = missing.map(month => `${month.slice(0, 7)};1,05`).join('\n')
    await loadRates(app.services, table, { source: 'Receita Federal', by: 'prova' })
  }
  let paid = 0
  for (const { periodEnd, totalCentavos } of (await readTaxes(app.services)).documents) {
    const decision = await payTax(app.services, proposer, {
      periodEnd,
      paidOn: today,
      lenderAccountId: ACCOUNT,
      authentication: nextPaper(),
      file: DOCUMENT,
      reason: REASON,
    })
    if ((await place.approve(decision)).state !== 'done') continue
    place.cashCentavos -= totalCentavos ?? 0
    paid += 1
  }
  return paid
}

/** Balances with the shops, the insurer and the Treasury leave by what they are settled with. */
export async function settleBalances(place: Place, dice: Dice): Promise<number> {
  const { app, proposer, today } = place
  let settled = 0
  for (const { account, retailerId, balanceCentavos, exits } of await listOpenBalances(app.services)) {
    const exit = exits[0]
    const size = Math.abs(balanceCentavos)
    if (exit === undefined || size < 2) continue
    if (account.startsWith('commission-payable') && balanceCentavos > 0) continue
    if (!account.startsWith('commission-payable') && !account.startsWith('premium') && balanceCentavos < 0)
      continue
    const amountCentavos = dice.roll(3) === 0 ? size : Math.ceil(size / 2)
    const decision = await settleBalance(app.services, proposer, {
      exit,
      retailerId,
      amountCentavos,
      happenedOn: today,
      lenderAccountId: ACCOUNT,
      documentReference: nextPaper(),
      file: DOCUMENT,
      reason: REASON,
    })
    if ((await place.approve(decision)).state !== 'done') continue
    settled += 1
    if (exit === 'COMMISSION_PAID') place.cashCentavos -= amountCentavos
    else if (exit !== 'INSURER_NETTED' && exit !== 'IOF_OFFSET') place.cashCentavos += amountCentavos
  }
  return settled
}

export async function payCommission({ app, proposer, approver, figures }: Place): Promise<void> {
  const { services } = app
  await sealLedger(services)
  const orderId = await orderCommission(services, proposer, { retailerId: DEMO_RETAILER, reason: REASON })
  const decisions = await listDecisions(services.database, services.secrets, { kind: 'payout', id: orderId })
  const proposalId = decisions.find(({ state }) => state === 'proposed')?.id ?? ''
  const { state } = await answerProposal(services, approver, { proposalId, approve: true, reason: REASON })
  figures.compare('commission is approved', state, 'done')
}

/** A tariff that no operation covers, and a mistake that is undone. */
export async function enterByHand(place: Place): Promise<void> {
  const { app, proposer, today } = place
  const lines = [
    { account: 'bank-tariff', amountCentavos: 1_234 },
    { account: `bank:${ACCOUNT}`, amountCentavos: -1_234 },
  ]
  const about = { happenedOn: today, file: DOCUMENT, reason: REASON }
  const [kept, wrong] = [
    await proposeManualEntry(app.services, proposer, { ...about, lines }),
    await proposeManualEntry(app.services, proposer, { ...about, lines }),
  ]
  for (const each of [kept, wrong])
    place.figures.compare('entered', (await place.approve(each)).state, 'done')
  const entryId = wrong.subject.id
  const undone = await proposeManualReversal(app.services, proposer, { ...about, entryId })
  place.figures.compare('undone', (await place.approve(undone)).state, 'done')
  place.cashCentavos -= 1_234
}

/** The snapshot adds up to the books, two people close the month, and it is as it was sealed. */
export async function closeMonth(place: Place, monthEnd: CalendarDate): Promise<void> {
  const { app, proposer, figures } = place
  await runClosing(app.services, monthEnd)
  const { state } = await place.approve(
    await proposeClosing(app.services, proposer, { monthEnd, reason: REASON }),
  )
  figures.compare(`${monthEnd} is closed`, state, 'done')
  const { contracts, fault } = await verifyClosing(app.services, monthEnd)
  figures.comparisons += contracts
  figures.compare(`the snapshot of ${monthEnd}`, fault, undefined)
}
