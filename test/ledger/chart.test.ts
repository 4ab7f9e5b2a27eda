import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  computeBuyBackEntry,
  computeFundPaidEntry,
  computeSaleEntry,
} from '../../src/domains/assignment/entries.ts'
import {
  planClawbackReceived,
  planCommissionPaid,
  planInsurerNetted,
  planInsurerReceived,
  planIofOffset,
  planIofPaid,
  planIofRefunded,
} from '../../src/domains/bookkeeping/entries.ts'
import { type AccountKind, type AccountName, accountOf, nameKind } from '../../src/domains/ledger/accounts.ts'
import { CHART } from '../../src/domains/ledger/chart.ts'
import type { Entry } from '../../src/domains/ledger/entry.ts'
import {
  computeAccelerationEntry,
  computeAccrualEntry,
  computeProvisionEntry,
  computeWriteOffEntry,
} from '../../src/domains/loans/entries.ts'
import {
  computeClawbackNettedEntry,
  computePayoutFailedEntry,
  computePayoutOrderedEntry,
  computePayoutPaidEntry,
  computePayoutReturnedEntry,
} from '../../src/domains/payouts/entries.ts'
import {
  computeCarryOverEntry,
  computeClawbackCostsEntry,
  computeClawbackEntry,
  computeContractEntry,
  computeContractReversedEntry,
  computeReductionsReversedEntry,
  computeRefundEntry,
  computeReleaseIofEntry,
  computeReleaseIofReversedEntry,
} from '../../src/domains/purchases/entries.ts'
import {
  computeCaseBorneEntry,
  computeCaseCreditEntries,
  computeCaseRefundEntry,
} from '../../src/domains/receivables/case-entries.ts'
import {
  computeCreditEntry,
  computePaymentEntry,
  computePayoffEntry,
  computeReturnEntry,
  computeSuspenseEntry,
  computeWaiverEntry,
  computeWaiversReversedEntry,
  turnIntoRecovery,
} from '../../src/domains/receivables/entries.ts'
import { computeOverdueIofEntry } from '../../src/domains/servicing/book-overdue-iof.ts'
import {
  computeRecoveredCountEntry,
  computeRenegotiationBrokenEntry,
  computeRenegotiationChargesEntry,
  computeRenegotiationEntry,
  computeRenegotiationPaymentEntries,
  computeRestructuringEntry,
  computeWrittenOffRenegotiationEntry,
} from '../../src/domains/servicing/renegotiation/entries.ts'
import { computeFraudLossEntry, computeReleasedEntry } from '../../src/domains/special-cases/entries.ts'
import { computeTariffEntry } from '../../src/domains/statements/reconcile-statement.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/*
 * One entry of every operation, composed by the code that books it. Amounts are invented; which accounts they move, and
 * on which side, is what counts.
 */
const at = new Date('2026-03-10T15:00:00Z')
const day = parseCalendarDate('2026-03-10')
const ID = '0123456789abcdef01234567'
const OTHER = '89abcdef0123456701234567'
const names = { retailerId: ID, transactionId: ID }
const billet = { id: ID, ...names }
const iofCharge = { chargedOn: day, isPaid: false }
const tax = { ...names, amountCentavos: 5 }

const contract = computeContractEntry({
  ...names,
  startedAt: at,
  downPaymentCentavos: 300,
  installmentsCentavos: 1_632,
  transferCentavos: 1_127,
  commissionCentavos: 24,
  retentionCentavos: 48,
  iofCentavos: 27,
  interestCentavos: 355,
  feeCentavos: 15,
  premiumCentavos: 36,
})
const reverse = (isTransferred: boolean, isIofPaid: boolean): Entry =>
  computeContractReversedEntry({
    contract,
    left: { interestCentavos: 300, feeCentavos: 10, retentionCentavos: 40 },
    isTransferred,
    isIofPaid,
    reference: 'cancel',
    occurredAt: at,
    iofChargedOn: day,
  })
const receive = (receivedIn: AccountName) => ({
  reference: 'r',
  receivedIn,
  amountCentavos: 150,
  receivedAt: at,
})
const places = [accountOf.bank(ID), accountOf.clearing(ID), accountOf.unidentifiedBank('237')]
const charged = { fineCentavos: 3, interestCentavos: 2, excessCentavos: 5 }
const payment = computePaymentEntry({ ...receive(accountOf.bank(ID)), billet, ...charged })
const payoff = computePayoffEntry({
  ...names,
  reference: 'r',
  receivedIn: accountOf.clearing(ID),
  faceCentavos: 800,
  ...charged,
  discountCentavos: 97,
  premiumRefundCentavos: 17,
  settledAt: at,
})
const agreement = computeRenegotiationEntry({
  retailerId: ID,
  transactionId: OTHER,
  fromTransactionId: ID,
  openFaceCentavos: 1_000,
  unearnedCentavos: 50,
  installmentsCentavos: 1_100,
  interestCentavos: 140,
  lateChargesCentavos: 10,
  waivedCentavos: 5,
  iofCentavos: 5,
  startedAt: at,
})
const renegotiated = { retailerId: ID, transactionId: OTHER }
const loss = computeRestructuringEntry({ ...renegotiated, lossCentavos: 9, decidedAt: at })
const payouts = (['RETAILER', 'REFUND', 'INSURER', 'COMMISSION', 'FUND'] as const).flatMap(kind => {
  const order = {
    id: OTHER,
    kind,
    subject: kind === 'INSURER' ? 'insurer' : ID,
    ...names,
    lenderAccountId: ID,
    amountCentavos: 7,
  }
  return [
    computePayoutOrderedEntry(order, at),
    computePayoutPaidEntry(order, at),
    computePayoutFailedEntry(order, at),
    computePayoutReturnedEntry(order, at),
  ]
})
const assigned = {
  ...names,
  assignmentId: OTHER,
  fundId: ID,
  faceCentavos: 100,
  unearnedCentavos: 10,
  at,
}
const suspended = { caseId: ID, owner: names, amountCentavos: 150, decidedAt: at }
const fact = { bankReference: 'b', lenderAccountId: ID, amountCentavos: 9, happenedOn: day }
const netting = { documentReference: 'd', amountCentavos: 9, happenedOn: day }
const released = computeReleaseIofEntry({ ...tax, releasedAt: at })

/** People move these on either side. */
const manual: Pick<Entry, 'kind' | 'postings'>[] = (Object.keys(CHART) as AccountKind[])
  .filter(kind => CHART[kind].isManual)
  .flatMap(kind =>
    [1, -1].map(amountCentavos => ({
      kind: 'manual' as const,
      postings: [{ account: kind as AccountName, amountCentavos }],
    })),
  )

const ENTRIES: readonly Pick<Entry, 'kind' | 'postings'>[] = [
  contract,
  reverse(true, true),
  reverse(false, false),
  released,
  computeReleaseIofReversedEntry(released, { iofCharge, reversedAt: at }),
  computeReleaseIofReversedEntry(released, { iofCharge: { ...iofCharge, isPaid: true }, reversedAt: at }),
  computeReductionsReversedEntry({ ...names, discountCentavos: 9, premiumRefundCentavos: 3, reversedAt: at }),
  computeCarryOverEntry({ ...names, fromTransactionId: OTHER, amountCentavos: 3, decidedAt: at }),
  computeClawbackEntry({ ...names, amountCentavos: 3, decidedAt: at }),
  computeClawbackCostsEntry({ ...names, iofCentavos: 3, interestCentavos: 4, decidedAt: at }),
  ...[
    computeRefundEntry({
      ...names,
      reference: 'refund',
      refundable: new Map<AccountName, number>([
        [accountOf.customer(ID), 5],
        ['suspense', 2],
        ['late-fine', 1],
        ['late-interest', 1],
        ['fraud-loss', -1],
      ]),
      decidedAt: at,
    }),
  ].filter(entry => entry !== undefined),
  ...places.map(place => computePaymentEntry({ ...receive(place), billet, ...charged })),
  ...places.map(place => computeSuspenseEntry({ ...receive(place), billet, caseId: ID, reason: 'x' })),
  computeCreditEntry({
    reference: 'c',
    lenderAccountId: ID,
    paidCentavos: 100,
    creditedCentavos: 98,
    creditedAt: at,
  }),
  payoff,
  computeWaiverEntry({ ...names, reference: 'w', faceCentavos: 3, waivedAt: at, loan: undefined }),
  computeWaiversReversedEntry({ ...names, amountCentavos: 3, reversedAt: at }),
  turnIntoRecovery(payment, ID, 140),
  computeReturnEntry({
    reference: 'return',
    of: 'payment:r',
    fromSuspenseCentavos: 0,
    paidFrom: accountOf.bank(ID),
    amountCentavos: 5,
    returnedAt: at,
    caseId: ID,
    billet,
  }),
  ...computeCaseCreditEntries({ ...suspended, billet, ...charged }),
  computeCaseRefundEntry(suspended),
  computeCaseBorneEntry(suspended),
  computeAccrualEntry({
    reference: 'a',
    loan: names,
    earned: [
      {
        transactionId: ID,
        interestCentavos: 5,
        feeCentavos: 1,
        retentionCentavos: 1,
        restructuringCentavos: 2,
      },
    ],
    occurredAt: at,
  }),
  computeProvisionEntry({ ...names, amountCentavos: 5, day, providedAt: at }),
  computeProvisionEntry({ ...names, amountCentavos: -5, day, providedAt: at }),
  computeWriteOffEntry({
    ...names,
    faceCentavos: 100,
    unearnedCentavos: 10,
    allowanceCentavos: 90,
    decidedAt: at,
  }),
  computeAccelerationEntry({ ...names, excludedCentavos: 5, acceleratedAt: at }),
  agreement,
  ...computeRenegotiationPaymentEntries({
    ...names,
    agreementId: OTHER,
    reference: 'p',
    from: { faceCentavos: 20, fineCentavos: 2, interestCentavos: 1 },
    to: { faceCentavos: 16, fineCentavos: 2, interestCentavos: 2 },
    excessCentavos: 1,
    takenBackCentavos: 2,
    paidAt: at,
  }),
  computeRecoveredCountEntry({
    ...names,
    agreementId: OTHER,
    reference: 'r',
    from: { kind: 'recovery', faceCentavos: 20 },
    toFaceCentavos: 17,
    excessCentavos: 1,
    takenBackCentavos: 2,
    paidAt: at,
  }),
  computeWrittenOffRenegotiationEntry({
    ...names,
    fromTransactionId: OTHER,
    openFaceCentavos: 100,
    installmentsCentavos: 110,
    iofCentavos: 2,
    startedAt: at,
  }),
  computeRenegotiationChargesEntry({ ...renegotiated, reference: 'c', amountCentavos: 4, paidAt: at }),
  computeRenegotiationBrokenEntry({
    renegotiation: agreement,
    restructuring: loss,
    left: { interestCentavos: 100, chargesCentavos: 4, restructuringCentavos: 4 },
    brokenAt: at,
  }),
  loss,
  computeOverdueIofEntry({ ...tax, reference: 'o', paidAt: at }),
  computeTariffEntry({ key: 'k', lenderAccountId: ID, amountCentavos: 2, chargedAt: at }),
  ...payouts,
  computeSaleEntry({
    ...assigned,
    priceCentavos: 95,
    deferredFeeCentavos: 1,
    deferredRetentionCentavos: 1,
    allowanceCentavos: 2,
  }),
  computeBuyBackEntry({ ...assigned, priceCentavos: 95 }),
  computeFundPaidEntry({
    assignmentId: OTHER,
    fundId: ID,
    receivedIn: accountOf.bank(ID),
    amountCentavos: 95,
    reference: 'b',
    paidAt: at,
  }),
  computeClawbackNettedEntry({ retailerId: ID, runId: OTHER, amountCentavos: 3, at }),
  planClawbackReceived(ID, fact),
  planCommissionPaid(ID, fact),
  planIofRefunded(fact),
  planInsurerReceived(fact),
  planInsurerNetted(netting),
  planIofOffset({ ...netting, periodEnd: day }),
  planIofPaid({
    due: { periodEnd: day, payBy: day, amountCentavos: 20, carried: [] },
    principalCentavos: 27,
    fineCentavos: 2,
    interestCentavos: 1,
    authentication: 'x',
    lenderAccountId: ID,
    paidOn: day,
  }),
  ...[0, 100].map(insurerCentavos =>
    computeReleasedEntry({
      ...names,
      caseId: OTHER,
      reference: 'release',
      balances: {
        customerCentavos: 120,
        unearnedCentavos: -20,
        chargesCentavos: 0,
        restructuringCentavos: 0,
        writtenOffCentavos: 0,
      },
      insurerCentavos,
      releasedAt: at,
    }),
  ),
  computeFraudLossEntry({ ...names, caseId: OTHER, amountCentavos: 9, decidedAt: at }),
  ...manual,
]

/** `debit` and `credit` by account, with the kinds of entries that do it. */
const observed = new Map<string, Set<string>>()
for (const { kind, postings } of ENTRIES)
  for (const { account, amountCentavos } of postings) {
    const key = `${nameKind(account)} ${amountCentavos > 0 ? 'debit' : 'credit'}`
    observed.set(key, (observed.get(key) ?? new Set()).add(kind))
  }

const KINDS = Object.keys(CHART) as AccountKind[]
const flip = (side: 'debit' | 'credit'): 'debit' | 'credit' => (side === 'debit' ? 'credit' : 'debit')

test('every account of the chart has a way in and a way out', () => {
  for (const kind of KINDS) {
    const { inBy, outBy, holds, where } = CHART[kind]
    assert.ok(inBy.length > 0, `${kind} has no way in`)
    assert.ok(outBy.length > 0, `${kind} has no way out`)
    assert.ok(holds !== '' && where !== '', kind)
  }
})

test('every way that the chart names is one that an operation really books', () => {
  for (const kind of KINDS) {
    const { side, inBy, outBy } = CHART[kind]
    for (const [ways, on] of [
      [inBy, side],
      [outBy, flip(side)],
    ] as const)
      for (const way of ways)
        assert.ok(observed.get(`${kind} ${on}`)?.has(way), `${kind}: no entry ${way} has a ${on} there`)
  }
})

test('manual entries move only what no contract, order or case has to agree with', () => {
  for (const kind of KINDS) {
    const { inBy, outBy, isManual } = CHART[kind]
    assert.equal(inBy.includes('manual') || outBy.includes('manual'), isManual, kind)
  }
})

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('the database knows every account of the chart', async () => {
  const [row] = await testDatabase.database.run<{ listed: string }>(
    {
      name: 'test.accounts',
      text: `SELECT pg_get_constraintdef(oid) AS listed FROM pg_constraint WHERE conname = 'ledger_postings_account_check'`,
    },
    [],
  )
  const listed = row?.listed ?? ''
  for (const kind of KINDS)
    assert.match(listed, new RegExp(`[('|^]${kind}(?:\\||\\)|'|:)`), `${kind} is refused by the database`)
})
