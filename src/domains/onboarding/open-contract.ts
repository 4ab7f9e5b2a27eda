import { computeContractHash, storeReading } from '../contracts/index.ts'
import { getMove, type Purchase } from '../purchases/index.ts'
import { type AgreementContext, composeAgreement } from './compose-agreement.ts'
import { orWrongStep, type WrongStep } from './onboarding-codes.ts'

export interface Opened {
  readonly outcome: 'opened'
  readonly contractHash: string
}

/** The customer opens the contract on the page. What was not opened cannot be signed. */
export function openContract(context: AgreementContext, purchase: Purchase): Promise<Opened | WrongStep> {
  return orWrongStep<Opened | WrongStep>(async () => {
    getMove(purchase, 'signed')
    const contractHash = computeContractHash(await composeAgreement(context, purchase))
    await storeReading(context.database, { transactionId: purchase.id, contractHash }, context.clock.now())
    return { outcome: 'opened', contractHash }
  })
}
