import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  findReleaseStatement,
  findSignedTexts,
  type SealedRelease,
  type SignedContract,
} from '../contracts/index.ts'
import type { Purchase } from './purchase.ts'
import { findPurchase, findReplacement } from './store.ts'

interface ChainContext {
  readonly database: Queryable
  readonly secrets: Secrets
}

export interface SignedRoot {
  /** The purchase under whose id the contract was signed. */
  readonly transactionId: string
  readonly texts: Pick<SignedContract, 'agreement' | 'statement'>
}

/**
 * The signed contract of a purchase. One whose products were returned after the signature is governed by the contract of
 * the purchase before it, with an addendum.
 */
export async function findSignedRoot(
  { database, secrets }: ChainContext,
  purchase: Purchase,
): Promise<SignedRoot | undefined> {
  if (purchase.signedAt === undefined) return undefined
  for (let current: Purchase | undefined = purchase; current !== undefined; ) {
    const texts = await findSignedTexts(database, secrets, current.id)
    if (texts !== undefined) return { transactionId: current.id, texts }
    const { retailerId, replacesId }: Purchase = current
    current =
      replacesId === undefined ? undefined : await findPurchase(database, secrets, retailerId, replacesId)
  }
  return undefined
}

/** The release statement of a complete purchase, or of the one that it replaced. */
export async function findRelease(
  context: ChainContext,
  purchase: Purchase,
): Promise<SealedRelease | undefined> {
  if (purchase.completedAt === undefined) return undefined
  const root = purchase.replacesId === undefined ? undefined : await findSignedRoot(context, purchase)
  return findReleaseStatement(context.database, root?.transactionId ?? purchase.id)
}

/** The purchases that took one another's place after this one, in their order. */
export async function listReplacements(
  { database, secrets }: ChainContext,
  { retailerId, id }: Pick<Purchase, 'retailerId' | 'id'>,
): Promise<Purchase[]> {
  const next = await findReplacement(database, secrets, retailerId, id)
  return next === undefined ? [] : [next, ...(await listReplacements({ database, secrets }, next))]
}
