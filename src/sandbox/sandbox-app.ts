import type { App } from '../app/app.ts'
import type { Answer } from '../contract/presented.ts'
import type { BilletShape } from '../contract/transaction.ts'
import type { LenderAccount } from '../domains/lender/index.ts'
import type { Billet } from '../domains/receivables/index.ts'
import type { Deliverer } from '../domains/webhooks/index.ts'
import type { JobRunner } from '../platform/jobs/runner.ts'
import type { BankBehaviours } from './bank-behaviours.ts'
import type { PayCharge } from './pay-charge.ts'
import type { SandboxBank } from './sandbox-bank.ts'

/** The App of a server in homologation. */
export interface SandboxApp extends App {
  readonly sandboxBank: SandboxBank
  readonly bankBehaviours: BankBehaviours
  /** Undefined without a payment service provider. */
  readonly payCharge: PayCharge | undefined
  readonly presentBillet: (
    billet: Billet,
    account: LenderAccount,
    publicUrl: string,
  ) => Answer<typeof BilletShape>
  readonly jobs: JobRunner
  readonly deliverer: Deliverer
}
