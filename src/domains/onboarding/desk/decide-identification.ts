import type { App } from '../../../app/app.ts'
import type { CaseResult, Picture } from '../../../contract/desk.ts'
import type { AuditAuthor } from '../../../contract/desk-audit.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import type { PurchaseEvent } from '../../../contract/purchase-events.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { type Decision, decideAtDesk, type Operator } from '../../desk/index.ts'
import { advancePurchase, listPlaced, lockPurchase, type Purchase } from '../../purchases/index.ts'
import { storePictureRequest } from '../picture-requests.ts'

export interface IdentificationDecision {
  readonly transactionId: string
  readonly result: CaseResult
  readonly picture: Picture | undefined
  readonly reason: string
  /** The version of the case as shown. */
  readonly version: number
  /** Noted in the audit log where no operator was at the desk. */
  readonly evidence?: Readonly<Record<string, string>> & { readonly by: AuditAuthor }
}

/**
 * An operator's decision about a doubtful identification. Above the limit a validation is only proposed, and another
 * operator answers.
 */
export function decideIdentification(
  app: App,
  operator: Operator,
  wanted: IdentificationDecision,
  remember?: Remember<Purchase>,
): Promise<Decision> {
  const { secrets, clock } = app
  const { transactionId, result, picture, reason, version } = wanted
  if (result === 'ASK_AGAIN' && picture === undefined)
    throw invalidParameter('picture', 'must say which picture to ask for again')
  return decideAtDesk(app, operator, async tx => {
    const waiting = await lockWaitingCase(app, tx, transactionId)
    if (waiting?.version !== version) throw new RequestError('desk_case_changed')
    const { purchase } = waiting
    return {
      subject: { kind: 'identification', id: transactionId },
      version,
      purchase,
      result,
      target: result === 'ASK_AGAIN' ? picture : undefined,
      reason,
      amountCentavos: purchase.netLoanCentavos,
      needsFourEyes: result === 'VALIDATED',
      audit: {
        decided: 'case.decide',
        proposed: 'case.propose',
        details: { version, ...(picture && { picture }), ...wanted.evidence },
      },
      async apply(decision) {
        const decided = await advancePurchase(app, tx, purchase, getEvent(decision))
        if (result === 'ASK_AGAIN' && picture !== undefined)
          await storePictureRequest(tx, secrets, { transactionId, kind: picture, reason }, clock.now())
        await remember?.(tx, decided)
      },
    }
  })
}

/** Locks the case while it waits for a decision. Throws when there is no such purchase. */
async function lockWaitingCase(
  { secrets }: App,
  tx: Transaction,
  transactionId: string,
): Promise<{ readonly purchase: Purchase; readonly version: number } | undefined> {
  const purchase = await lockPurchase(tx, secrets, transactionId)
  if (purchase === undefined) throw new RequestError('desk_not_found')
  if (purchase.status !== 'PENDING' || purchase.step !== 'DESK') return undefined
  const [placed] = await listPlaced(tx, secrets, [transactionId])
  return placed && { purchase, version: placed.enteredBy }
}

/** The effect of an approved proposal; undefined when the case changed meanwhile. */
export async function lockProposedCase(
  app: App,
  tx: Transaction,
  proposal: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const waiting = await lockWaitingCase(app, tx, proposal.subject.id)
  if (waiting?.version !== proposal.version) return undefined
  return () => advancePurchase(app, tx, waiting.purchase, getEvent(proposal))
}

function getEvent({ result, target }: Pick<Decision, 'result' | 'target'>): PurchaseEvent {
  if (result === 'VALIDATED') return 'desk-validated'
  if (result === 'REFUSED') return 'desk-refused'
  return `${target as Picture}-asked-again`
}
