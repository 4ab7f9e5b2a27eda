import { verifyManualEntries } from '../../../src/domains/bookkeeping/index.ts'
import { reconcilePurchases } from '../../../src/domains/closing/index.ts'
import { listIofPeriods, sealLedger, verifyLedger } from '../../../src/domains/ledger/index.ts'
import { computeTrialBalance } from '../../../src/domains/loans/index.ts'
import { addDays } from '../../../src/kernel/calendar-date.ts'
import { query } from '../../support/app.ts'
import { expectSoundBooks } from '../../support/purchases.ts'
import type { Place } from './place.ts'

/** Cash, sub-ledgers, trial balance, seals and orders of the whole world. */
export async function checkBooks(place: Place): Promise<void> {
  const { app, figures, today } = place
  const { database, secrets } = app.services
  try {
    await expectSoundBooks(app)
    figures.comparisons += 1
  } catch (error) {
    figures.deviate(`unsound books on ${today}: ${error instanceof Error ? error.message : error}`)
  }
  await sealLedger(app.services)
  const ledger = await verifyLedger(database, { secrets })
  figures.comparisons += ledger.entryCount
  figures.compare('seals of the ledger', ledger.fault, undefined)
  figures.compare('purchases and books', (await reconcilePurchases(database, secrets)).fault, undefined)
  figures.compare('entries of people', (await verifyManualEntries(app.services)).fault, undefined)
  const { balances, sumCentavos } = await computeTrialBalance(database, today)
  figures.compare('sum of the trial balance', sumCentavos, 0)
  const trial = new Map<string, number>(balances.map(({ kind, balance }) => [kind, balance]))
  const held = (kind: string): number => trial.get(kind) ?? 0
  const paidOut = await sumOf(place, `SELECT sum(amount_centavos) FROM payout_orders WHERE state = 'paid'`)
  figures.compare(
    `cash on ${today}`,
    held('bank') + held('clearing') + held('unidentified-bank'),
    place.cashCentavos - paidOut,
  )
  for (const [kind, text] of Object.entries(SUB_LEDGERS))
    figures.compare(`sub-ledger ${kind} on ${today}`, await sumOf(place, text), held(kind))
  for (const wrong of await query(app, WRONG_IN_SUSPENSE))
    figures.deviate(`suspense on ${today}: ${JSON.stringify(wrong)}`)
  figures.comparisons += 1
  const memos = held('memo-written-off') + held('memo-assigned')
  figures.compare('claims outside of the assets', -held('memo-contra'), memos)
  const taxes = await listIofPeriods(database, addDays(today, 40))
  const owed = taxes.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
  figures.compare(`tax by periods on ${today}`, -held('iof-payable'), owed)
}

/** What other records than the ledger say that a kind of account holds. A debit is positive. */
const SUB_LEDGERS: Readonly<Record<string, string>> = {
  'unearned-interest': 'SELECT -sum(unearned_centavos) FROM loans',
  'deferred-fee': 'SELECT -sum(deferred_fee_centavos) FROM loans',
  'deferred-retention': 'SELECT -sum(deferred_retention_centavos) FROM loans',
  restructuring: 'SELECT -sum(restructuring_centavos) FROM loans',
  'memo-written-off': `SELECT sum(open) FROM loans l, unnest(l.open_centavos) open
    WHERE written_off_on IS NOT NULL AND assigned_to IS NULL`,
  'memo-assigned': `SELECT sum(open) FROM loans l, unnest(l.open_centavos) open WHERE assigned_to IS NOT NULL`,
  'in-transit': `SELECT -sum(amount_centavos) FROM payout_orders
    WHERE state NOT IN ('paid', 'failed', 'canceled', 'returned')`,
  'refunds-due': `SELECT -sum(r.amount_centavos) FROM refunds r LEFT JOIN payout_orders o ON o.id = r.order_id
    WHERE o.id IS NULL OR o.state IN ('failed', 'canceled', 'returned')`,
  'fund-receivable': `SELECT sum(price_centavos) FROM assignments
    WHERE kind = 'SALE' AND done_at IS NOT NULL AND paid_on IS NULL`,
}

/**
 * Purchases for which suspense holds something else than their open cases say. Of what the bank took back, a part may
 * have been made up for.
 */
const WRONG_IN_SUSPENSE = `SELECT id, held, waiting, returned,
    (SELECT json_agg(e.kind || ' ' || e.reference || ' ' || p.amount_centavos ORDER BY e.id) FROM ledger_entries e
      JOIN ledger_postings p ON p.entry_id = e.id WHERE p.account = 'suspense' AND coalesce(e.transaction_id, '') = coalesce(books.id, cases.id)) AS booked
  FROM (SELECT coalesce(e.transaction_id, '') AS id, sum(p.amount_centavos) AS held FROM ledger_entries e
      JOIN ledger_postings p ON p.entry_id = e.id WHERE p.account = 'suspense' GROUP BY 1) books
    FULL JOIN (SELECT coalesce(b.transaction_id, '') AS id, sum(CASE WHEN c.reason = 'RETURNED' THEN 0 ELSE c.amount_centavos END) AS waiting,
      sum(CASE WHEN c.reason = 'RETURNED' THEN c.amount_centavos ELSE 0 END) AS returned
      FROM suspense_cases c LEFT JOIN billets b ON b.id = c.billet_id WHERE c.state = 'open' GROUP BY 1) cases
    USING (id)
  WHERE coalesce(held, 0) + coalesce(waiting, 0) NOT BETWEEN 0 AND coalesce(returned, 0)`

async function sumOf({ app }: Place, text: string): Promise<number> {
  const [row] = await query<{ total: number }>(app, `SELECT coalesce((${text}), 0)::bigint AS total`)
  return row?.total ?? 0
}
