import type { App } from '../../app/app.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { getCodeSentAt } from '../codes/index.ts'
import { readContractTerms, renderUnsigned, storeSignedContract } from '../contracts/index.ts'
import { computeRelease, getMove, type Purchase } from '../purchases/index.ts'
import type { Advanced } from './advance-onboarding.ts'
import { applyCustomerEvent } from './apply-customer-event.ts'
import { type CodeRefused, orWrongStep, spendCode, type WrongStep } from './codes.ts'
import { type Origin, storeSignature } from './evidence.ts'

interface SignCommand {
  readonly code: string
  /** The hash that the customer's page showed: customers sign only figures that they saw. */
  readonly contractHash: string
  readonly origin: Origin
}

type SignOutcome =
  | Advanced
  | CodeRefused
  | { readonly outcome: 'contract-changed' | 'contract-unopened' }
  | WrongStep

/** The document is rendered before anything is locked, and stored together with the move. */
export function signContract(
  app: App,
  purchase: Purchase,
  { code, contractHash, origin }: SignCommand,
): Promise<SignOutcome> {
  const { secrets } = app
  const { id: transactionId, customer } = purchase
  return orWrongStep<SignOutcome>(async () => {
    getMove(purchase, 'signed')
    const lapsed = await app.reactions.contractSigning(app, purchase)
    if (lapsed !== undefined) return { outcome: 'wrong-step', status: lapsed.status, step: lapsed.step }
    const { terms, hash, isOpened } = await readContractTerms(app, purchase)
    if (contractHash !== hash) return { outcome: 'contract-changed' }
    if (!isOpened) return { outcome: 'contract-unopened' }
    return spendCode(app, purchase, { purpose: 'signature', code }, async markUsed => {
      const { pdf, pdfSha256 } = await renderUnsigned(terms)
      const record = async (tx: Transaction, now: Date): Promise<void> => {
        const codeId = await markUsed(tx, now)
        const documents = await storeSignature(
          tx,
          secrets,
          { transactionId, contractHash, codeId, origin },
          now,
        )
        const sentAt = (await getCodeSentAt(tx, codeId)).toISOString()
        const statement = {
          format: 'crediario-evidence-1',
          transactionId,
          contractHash,
          pdfSha256,
          signedAt: now.toISOString(),
          code: { id: codeId, sentAt, phone: customer.phone },
          origin,
          documents,
        } as const
        await storeSignedContract(tx, secrets, { terms, statement, pdf })
      }
      const { contractDate, version: contractVersion } = terms
      const { contract } = computeRelease(purchase, contractDate).purchase
      const signed = await applyCustomerEvent(app, transactionId, 'signed', {
        record,
        signed: { contract, contractDate, contractVersion },
      })
      return { outcome: 'advanced', purchase: signed } as const
    })
  })
}
