import type { App } from '../../app/app.ts'
import { computeContractHash, storeReading } from '../contracts/index.ts'
import { getMove, type Purchase } from '../purchases/index.ts'
import { composeAgreement } from './compose-agreement.ts'
import { orWrongStep, type WrongStep } from './onboarding-codes.ts'

interface Opened {
  readonly outcome: 'opened'
  readonly contractHash: string
}

/** The customer opens the contract on the page. What was not opened cannot be signed. */
export function openContract(app: App, purchase: Purchase): Promise<Opened | WrongStep> {
  return orWrongStep<Opened | WrongStep>(async () => {
    getMove(purchase, 'signed')
    const contractHash = computeContractHash(await composeAgreement(app, purchase))
    await storeReading(app.database, { transactionId: purchase.id, contractHash }, app.clock.now())
    return { outcome: 'opened', contractHash }
  })
}
