import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import type { AssignmentKind } from '../../contract/desk-assignments.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../kernel/faults.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { type Centavos, computeShare } from '../../kernel/money.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findSignedHashes } from '../contracts/index.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import { accountOf, postEntries } from '../ledger/index.ts'
import { getAccountOf, listAccounts } from '../lender/index.ts'
import { listLoans, lockLoan, prepareBuyBack, prepareSale } from '../loans/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPurchases, lockPurchase } from '../purchases/index.ts'
import { findCaseStates } from '../special-cases/index.ts'
import {
  type Assignment,
  type AssignmentLine,
  insertAssignment,
  listLines,
  lockAssignment,
  saveAssignment,
} from './assignment-store.ts'
import { findObstacle } from './eligibility.ts'
import { computeBuyBackEntry, computeFundPaidEntry, computeSaleEntry } from './entries.ts'
import { type Fund, listFunds } from './fund-store.ts'

const PAGE = 500
/** One transaction locks and moves so many contracts. */
const MOST_CONTRACTS = 1_000

/**
 * Proposes to sell every contract that the fund's rules take today, at most a thousand at once. A batch counts for its day:
 * what is paid or earned until the second person answers overtakes it.
 */
export async function proposeSale(
  app: App,
  operator: Operator,
  { fundId, reason }: { readonly fundId: string; readonly reason: string },
): Promise<Decision> {
  const fund = await getFund(app, fundId)
  const ids = await listEligible(app, fund)
  if (ids.length === 0) throw new Refused(`no contract meets the rules of ${fund.name} today`)
  return propose(app, operator, { fund, kind: 'SALE', ids, reason, percent: fund.rules.pricePercent })
}

/** Proposes to buy contracts back at a percentage of today's value. */
export async function proposeBuyBack(
  app: App,
  operator: Operator,
  wanted: {
    readonly fundId: string
    readonly transactionIds: readonly string[]
    readonly percent: number
    readonly reason: string
  },
): Promise<Decision> {
  const { transactionIds, percent, reason } = wanted
  const fund = await getFund(app, wanted.fundId)
  const ids = [...new Set(transactionIds)]
  if (ids.length === 0 || ids.length > MOST_CONTRACTS || !ids.every(isId))
    throw new InputError(`one to ${MOST_CONTRACTS} transaction ids are needed`)
  return propose(app, operator, { fund, kind: 'BUY_BACK', ids, reason, percent })
}

export async function getFund({ database, secrets }: App, fundId: string): Promise<Fund> {
  const fund = (await listFunds(database, secrets)).find(({ id }) => id === fundId)
  if (fund === undefined) throw new Refused(`there is no fund ${fundId}`)
  return fund
}

async function listEligible({ database, secrets, clock }: App, { rules }: Fund): Promise<string[]> {
  const today = calendarDateAt(clock.now())
  const ids: string[] = []
  for (let after = ''; ids.length < MOST_CONTRACTS; ) {
    const loans = await listLoans(database, 'running', { after, limit: PAGE })
    const loanIds = loans.map(({ transactionId }) => transactionId)
    const purchases = await listPurchases(database, secrets, { ids: loanIds })
    const cases = await findCaseStates(database, secrets, loanIds)
    for (const loan of loans) {
      const purchase = purchases.get(loan.transactionId)
      if (purchase?.status !== 'OPEN') continue
      const caseState = cases.get(loan.transactionId)
      const about = { isAgreement: purchase.renegotiates !== undefined, caseState, today }
      if (findObstacle(rules, loan, about) === undefined) ids.push(loan.transactionId)
    }
    if (loans.length < PAGE) break
    after = loans.at(-1)?.transactionId ?? after
  }
  return ids.slice(0, MOST_CONTRACTS)
}

interface Proposed {
  readonly fund: Fund
  readonly kind: AssignmentKind
  readonly ids: readonly string[]
  readonly percent: number
  readonly reason: string
}

function propose(
  app: App,
  operator: Operator,
  { fund, kind, ids, percent, reason }: Proposed,
): Promise<Decision> {
  const { secrets, clock } = app
  return decideAtDesk(app, operator, async tx => {
    const now = clock.now()
    const day = calendarDateAt(now)
    const prepared = await prepareAll(app, tx, { fund, kind, ids, day })
    const lines = prepared.map(({ transactionId, faceCentavos, carryingCentavos }): AssignmentLine => {
      const priceCentavos = computeShare(carryingCentavos, percent)
      return { transactionId, faceCentavos, carryingCentavos, priceCentavos }
    })
    const csv = await composeExport(tx, lines)
    const assignment: Assignment = {
      id: newId(now.getTime()),
      fundId: fund.id,
      kind,
      day,
      contractCount: lines.length,
      faceCentavos: sum(lines, 'faceCentavos'),
      carryingCentavos: sum(lines, 'carryingCentavos'),
      priceCentavos: sum(lines, 'priceCentavos'),
      sha256: hash(csv),
      proposedAt: now,
      doneAt: null,
      paidOn: null,
      version: 1,
    }
    await insertAssignment(tx, secrets, assignment, { lines, csv })
    return {
      subject: { kind: 'assignment', id: assignment.id },
      version: assignment.version,
      purchase: undefined,
      result: kind === 'SALE' ? 'SELL' : 'BUY_BACK',
      target: fund.name,
      reason,
      amountCentavos: assignment.priceCentavos,
      needsFourEyes: false,
      alwaysFourEyes: 'ASSIGNMENT',
      audit: {
        decided: 'assignment.decide',
        proposed: 'assignment.propose',
        details: { fundId: fund.id, contracts: lines.length },
      },
      apply: () => Promise.reject(new Error('an assignment takes two people')),
    }
  })
}

const hash = (csv: string): Buffer => createHash('sha256').update(csv).digest()

const sum = (
  lines: readonly AssignmentLine[],
  of: 'faceCentavos' | 'carryingCentavos' | 'priceCentavos',
): Centavos => lines.reduce((total, line) => total + line[of], 0)

/** What the buyer gets of each contract: its figures, and the hashes that the signature and its evidence hold. */
async function composeExport(tx: Transaction, lines: readonly AssignmentLine[]): Promise<string> {
  const hashes = await findSignedHashes(
    tx,
    lines.map(({ transactionId }) => transactionId),
  )
  const write = (centavos: Centavos): string => (centavos / 100).toFixed(2)
  const rows = lines.map(({ transactionId, faceCentavos, carryingCentavos, priceCentavos }) =>
    [
      transactionId,
      write(faceCentavos),
      write(carryingCentavos),
      write(priceCentavos),
      hashes.get(transactionId)?.toString('hex') ?? '',
    ].join(),
  )
  return `${['transactionId,faceValue,carryingAmount,price,contractSha256', ...rows].join('\r\n')}\r\n`
}

interface PreparedContract {
  readonly transactionId: string
  readonly faceCentavos: Centavos
  readonly carryingCentavos: Centavos
  readonly apply: (about: { readonly assignmentId: string; readonly priceCentavos: Centavos }) => void
}

/** Locks every contract, in the order of their ids. Throws Refused where one cannot change its owner. */
async function prepareAll(
  app: App,
  tx: Transaction,
  {
    fund,
    kind,
    ids,
    day,
  }: Pick<Proposed, 'fund' | 'kind' | 'ids'> & {
    readonly day: CalendarDate
  },
): Promise<PreparedContract[]> {
  const prepared: PreparedContract[] = []
  for (const id of [...ids].sort())
    prepared.push(
      kind === 'SALE'
        ? await prepareOneSale(app, tx, fund, id, day)
        : await prepareOneBuyBack(app, tx, fund, id),
    )
  return prepared
}

async function lockContract({ secrets }: App, tx: Transaction, transactionId: string) {
  const purchase = await lockPurchase(tx, secrets, transactionId)
  const loan = await lockLoan(tx, transactionId)
  if (purchase?.status !== 'OPEN' || loan === undefined)
    throw new Refused(`contract ${transactionId} is not open`)
  return { purchase, loan }
}

async function prepareOneSale(
  app: App,
  tx: Transaction,
  fund: Fund,
  transactionId: string,
  today: CalendarDate,
): Promise<PreparedContract> {
  const { secrets, clock } = app
  const now = clock.now()
  const { purchase, loan } = await lockContract(app, tx, transactionId)
  const isAgreement = purchase.renegotiates !== undefined
  const caseState = (await findCaseStates(tx, secrets, [transactionId])).get(transactionId)
  const obstacle = findObstacle(fund.rules, loan, { isAgreement, caseState, today })
  if (obstacle !== undefined) throw new Refused(`contract ${transactionId} cannot be sold: ${obstacle}`)
  const { apply, ...figures } = await prepareSale(tx, secrets, loan, now)
  return {
    transactionId,
    faceCentavos: figures.faceCentavos,
    carryingCentavos: figures.faceCentavos - figures.unearnedCentavos,
    apply({ assignmentId, priceCentavos }) {
      apply(fund.id)
      const about = { assignmentId, fundId: fund.id, transactionId, retailerId: loan.retailerId }
      postEntries(tx, secrets, [computeSaleEntry({ ...about, ...figures, priceCentavos, at: now })], now)
    },
  }
}

async function prepareOneBuyBack(
  app: App,
  tx: Transaction,
  fund: Fund,
  transactionId: string,
): Promise<PreparedContract> {
  const { secrets, clock } = app
  const now = clock.now()
  const { loan } = await lockContract(app, tx, transactionId)
  if (loan.assignedTo !== fund.id) throw new Refused(`contract ${transactionId} is not ${fund.name}'s`)
  const { apply, ...figures } = prepareBuyBack(tx, loan, now)
  return {
    transactionId,
    faceCentavos: figures.faceCentavos,
    carryingCentavos: figures.faceCentavos - figures.unearnedCentavos,
    apply({ assignmentId, priceCentavos }) {
      apply()
      const about = { assignmentId, fundId: fund.id, transactionId, retailerId: loan.retailerId }
      postEntries(tx, secrets, [computeBuyBackEntry({ ...about, ...figures, priceCentavos, at: now })], now)
    },
  }
}

/** The effect of an approved proposal; undefined when the contracts are not what they were. */
export async function lockProposedAssignment(
  app: App,
  tx: Transaction,
  proposal: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const { secrets, clock } = app
  const assignment = await lockAssignment(tx, secrets, proposal.subject.id)
  if (assignment === undefined || assignment.version !== proposal.version) return undefined
  if (proposal.result === 'RECEIVE') return () => receive(app, tx, assignment, proposal)
  const day = calendarDateAt(clock.now())
  if (assignment.day !== day) return undefined
  const lines = await listLines(tx, assignment.id)
  const fund = await getFund(app, assignment.fundId)
  const ids = lines.map(({ transactionId }) => transactionId)
  const prepared = await prepareAll(app, tx, { fund, kind: assignment.kind, ids, day }).catch(error => {
    if (error instanceof Refused) return undefined
    throw error
  })
  // The export says what was proposed, also where somebody changed the lines.
  const isSame =
    prepared !== undefined &&
    hash(await composeExport(tx, lines)).equals(assignment.sha256) &&
    prepared.every(({ faceCentavos, carryingCentavos }, at) => {
      const line = lines[at]
      return line?.faceCentavos === faceCentavos && line.carryingCentavos === carryingCentavos
    })
  if (!isSame) return undefined
  return async () => {
    for (const [at, { apply }] of prepared.entries())
      apply({ assignmentId: assignment.id, priceCentavos: lines[at]?.priceCentavos ?? 0 })
    await saveAssignment(tx, secrets, { ...assignment, doneAt: clock.now(), version: 2 })
  }
}

interface FundPayment {
  readonly assignmentId: string
  /** Of the lender; the oldest when absent. */
  readonly accountId: string | undefined
  readonly paidOn: CalendarDate
  /** The bank's. */
  readonly reference: string
  readonly reason: string
}

/** Proposes that the price of a sale has arrived. Two people compare it with the bank's statement. */
export async function proposeReceipt(app: App, operator: Operator, paid: FundPayment): Promise<Decision> {
  const { secrets, clock } = app
  const { assignmentId, accountId, paidOn, reference, reason } = paid
  if (!/^[\w.:-]{1,60}$/.test(reference)) throw new InputError('the reference must be the one of the bank')
  if (paidOn > calendarDateAt(clock.now())) throw new InputError('the day of the payment is in the future')
  return decideAtDesk(app, operator, async tx => {
    const assignment = isId(assignmentId) ? await lockAssignment(tx, secrets, assignmentId) : undefined
    if (assignment === undefined) throw new Refused(`there is no assignment ${assignmentId}`)
    if (assignment.kind !== 'SALE' || assignment.version !== 2)
      throw new Refused(`no payment is expected for assignment ${assignmentId}`)
    const { accounts } = await listAccounts(tx, secrets)
    const account =
      accountId === undefined
        ? await getAccountOf(tx, secrets, '')
        : accounts.find(({ id }) => id === accountId)
    if (account === undefined) throw new Refused(`there is no account ${accountId}`)
    return {
      subject: { kind: 'assignment', id: assignmentId },
      version: assignment.version,
      purchase: undefined,
      result: 'RECEIVE',
      target: `${account.id} ${paidOn} ${reference}`,
      reason,
      amountCentavos: assignment.priceCentavos,
      needsFourEyes: false,
      alwaysFourEyes: 'ASSIGNMENT',
      audit: { decided: 'assignment.decide', proposed: 'assignment.propose', details: { paidOn } },
      apply: () => Promise.reject(new Error('a receipt takes two people')),
    }
  })
}

async function receive(app: App, tx: Transaction, assignment: Assignment, proposal: Decision): Promise<void> {
  const { secrets, clock } = app
  const [accountId = '', day = '', reference = ''] = (proposal.target ?? '').split(' ')
  const paidOn = parseCalendarDate(day)
  const entry = computeFundPaidEntry({
    assignmentId: assignment.id,
    fundId: assignment.fundId,
    receivedIn: accountOf.bank(accountId),
    amountCentavos: assignment.priceCentavos,
    reference,
    paidAt: noonOf(paidOn),
  })
  postEntries(tx, secrets, [entry], clock.now())
  await saveAssignment(tx, secrets, { ...assignment, paidOn, version: 3 })
}
