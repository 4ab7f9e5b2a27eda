import type { App } from '../app/app.ts'
import type { CaseResult, Picture } from '../contract/desk.ts'
import { RequestError } from '../contract/errors.ts'
import { decideIdentification } from '../domains/onboarding/index.ts'
import { findPurchase, listPlaced, type Purchase } from '../domains/purchases/index.ts'
import { isId } from '../kernel/ids.ts'
import type { Remember } from '../platform/db/database.ts'
import { getSandboxOperator } from './demonstration-operators.ts'

export interface DeskPlay {
  readonly retailerId: string
  readonly transactionId: string
  readonly result: CaseResult
  /** The picture to ask for again. */
  readonly picture: Picture | undefined
  /** Later proof of who requested it. */
  readonly evidence: { readonly keyId: string; readonly trackId: string }
}

/** In Portuguese: the customer reads why a picture is asked for again. */
const REASONS: Readonly<Record<CaseResult, string>> = {
  VALIDATED: 'Documentos conferem (sandbox)',
  REFUSED: 'Documentos não conferem (sandbox)',
  ASK_AGAIN: 'A foto não ficou legível (sandbox)',
}

/** Plays the desk for a purchase that waits there, with the operation of the real one. Both pairs of eyes are played. */
export async function playDesk(app: App, play: DeskPlay, remember?: Remember<Purchase>): Promise<Purchase> {
  const { database, secrets } = app
  const { retailerId, transactionId, result, picture, evidence } = play
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  const [placed] = await listPlaced(database, secrets, [transactionId])
  if (placed === undefined || purchase.status !== 'PENDING' || purchase.step !== 'DESK')
    throw new RequestError('transaction_state_conflict', {
      message: `The desk has nothing to decide: the transaction is ${purchase.status} at ${purchase.step}`,
    })
  let decided = purchase
  await decideIdentification(
    { ...app, fourEyesAboveCentavos: Number.MAX_SAFE_INTEGER },
    await getSandboxOperator(app),
    {
      transactionId,
      result,
      picture,
      reason: REASONS[result],
      version: placed.enteredBy,
      evidence: { by: 'sandbox', retailerId, ...evidence },
    },
    async (tx, moved) => {
      decided = moved
      await remember?.(tx, moved)
    },
  )
  return decided
}
