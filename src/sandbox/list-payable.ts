import { RequestError } from '../contract/errors.ts'
import { findLivingAgreement, findPurchase, type Purchase } from '../domains/purchases/index.ts'
import {
  attachPixCodes,
  type Billet,
  computeCharges,
  computeStanding,
  isPayable,
  listBillets,
  omitReplaced,
} from '../domains/receivables/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import type { Clock } from '../kernel/clock.ts'
import { isId } from '../kernel/ids.ts'
import type { Centavos } from '../kernel/money.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'

export interface ListPayableContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

/** A billet that a bank would accept today. */
export interface PayableBillet {
  readonly billet: Billet
  /** What it asks for today. */
  readonly amountCentavos: Centavos
  readonly canPayByLine: boolean
}

/** Everything that the customer of a purchase could pay now, also by the agreement on its debt. */
export async function listPayable(
  context: ListPayableContext,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
): Promise<readonly PayableBillet[]> {
  const { database, secrets } = context
  if (!isId(transactionId)) throw new RequestError('transaction_id_invalid')
  const purchase = await findPurchase(database, secrets, retailerId, transactionId)
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  const living = await findLivingAgreement(database, transactionId)
  const agreement = living && (await findPurchase(database, secrets, retailerId, living.id))
  const payable = await Promise.all(
    [purchase, agreement].map(each => (each === undefined ? [] : listPayableOf(context, each))),
  )
  return payable.flat()
}

async function listPayableOf(
  { database, secrets, clock }: ListPayableContext,
  { retailerId, id, status, step }: Purchase,
): Promise<PayableBillet[]> {
  // The down payment is issued with the purchase, and awaited only once the contract is signed.
  if (status !== 'OPEN' && !(status === 'PENDING' && step === 'ENTRY')) return []
  const today = calendarDateAt(clock.now())
  const issued = omitReplaced(await listBillets(database, secrets, retailerId, id))
  const billets = await attachPixCodes(database, secrets, issued)
  return billets
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(billet => {
      const standing = computeStanding(billet, today)
      const canPayByLine = isPayable(standing)
      const canPayByPix = standing === 'registering' && billet.pixCode !== undefined
      if (!canPayByLine && !canPayByPix) return []
      return [{ billet, canPayByLine, amountCentavos: computeCharges(billet, today).totalCentavos }]
    })
}

/** What was asked for in particular comes first. */
const rank = ({ kind, installmentNumber }: Billet): number => (kind === 'settlement' ? -1 : installmentNumber)
