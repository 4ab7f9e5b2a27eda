import { RequestError } from '../../contract/errors.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findLoan } from '../books/index.ts'
import { sumReductions } from '../receivables/index.ts'
import type { Purchase } from './purchase.ts'

/**
 * Refuses where the figures of a smaller contract would not be those of the debt any more: it has become another one.
 * The purchase is locked, or nothing is changed.
 */
export async function checkReturnable(db: Queryable, secrets: Secrets, purchase: Purchase): Promise<void> {
  if (purchase.renegotiates !== undefined) throw refuse('an agreement has no products of its own')
  const [loan, reductions] = await Promise.all([
    findLoan(db, purchase.id),
    sumReductions(db, secrets, purchase.id),
  ])
  // Its discount was that of the larger installments, of a day that has passed.
  if (reductions.discountCentavos > 0 || reductions.premiumRefundCentavos > 0)
    throw refuse(
      'a part of the debt was settled early, with a discount on the larger installments. Ask the lender',
    )
  if (loan === undefined) return
  if (loan.suspendedBy !== null) throw refuse(`its debt is in the agreement ${loan.suspendedBy}`)
  if (loan.acceleratedOn !== null) throw refuse(`the whole debt is due since ${loan.acceleratedOn}`)
  if (loan.writtenOffOn !== null) throw refuse(`the debt was written off on ${loan.writtenOffOn}`)
}

const refuse = (why: string): RequestError =>
  new RequestError('return_not_possible', { message: `Products cannot be returned here: ${why}` })
