import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { writeReais } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import { findPurchase, type Purchase } from '../../purchases/index.ts'
import {
  type Billet,
  type ComputedSettlement,
  computeSettlement,
  computeUnusedPremium,
  type Debt,
  type IndebtedBillet,
  readDebt,
} from '../../receivables/index.ts'
import type { WantedSettlement } from './parse-settlement.ts'

export interface QuotedSettlement {
  readonly transactionId: string
  readonly settlement: ComputedSettlement<Billet>
}

/** What a settlement would cost. Nothing changes. */
export async function quoteSettlement(
  context: { readonly database: Database; readonly secrets: Secrets },
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
  wanted: WantedSettlement,
): Promise<QuotedSettlement> {
  const { database, secrets } = context
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  const running = getRunning(purchase)
  const debt = await readDebt(context, running, wanted.date)
  return { transactionId, settlement: getSettlement(running, debt, wanted) }
}

/** Refuses a purchase that is foreign, or on which nothing is owed: not complete yet, ended or being canceled. */
export function getRunning(purchase: Purchase | undefined): Purchase {
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  if (purchase.status !== 'OPEN')
    throw new RequestError('transaction_state_conflict', {
      message: `There is nothing to settle in status ${purchase.status}`,
    })
  return purchase
}

/** Throws a RequestError that names the field. */
export function getSettlement<Issued extends IndebtedBillet>(
  purchase: Purchase,
  debt: Debt<Issued>,
  { selection, date }: WantedSettlement,
): ComputedSettlement<Issued> {
  const computed = computeSettlement(purchase.contract, debt, selection, computeUnusedPremium(purchase, date))
  if (!('problem' in computed)) return computed
  switch (computed.problem) {
    case 'nothing-owed':
      throw new RequestError('transaction_state_conflict', { message: 'There is nothing to settle' })
    case 'none-ahead':
      throw invalidParameter(
        'installments',
        `asks for more than the ${computed.aheadCount} installments that are not due on ${date}`,
      )
    case 'other-amount':
      throw invalidParameter(
        'amount',
        `must be from ${writeReais(computed.leastCentavos)} to ${writeReais(computed.mostCentavos)}, all that is owed on ${date}`,
      )
  }
}
