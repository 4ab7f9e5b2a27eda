import type { DeskFlowContext } from '../../domains/desk/index.ts'
import type { CancelContext } from '../../domains/purchases/index.ts'
import type { BankBehaviours } from '../bank-behaviours.ts'
import type { SampleInvoiceContext } from '../compose-sample-invoice.ts'
import type { MoveClockContext } from '../move-clock.ts'
import type { PayContext } from '../pay-billet.ts'
import type { PlayContext } from '../play-customer.ts'
import type { PlayDeskContext } from '../play-desk.ts'

/** Dependencies of the sandbox endpoints: those of the flows, and the base address of links. */
export interface SandboxApi
  extends PlayContext,
    PayContext,
    CancelContext,
    PlayDeskContext,
    SampleInvoiceContext,
    MoveClockContext {
  readonly clock: MoveClockContext['clock']
  readonly followPayment: DeskFlowContext['followPayment']
  readonly publicUrl: string
  readonly bankBehaviours: BankBehaviours
}
