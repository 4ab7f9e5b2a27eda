import type { DeskFlowContext } from '../../flows/desk/decide-at-desk.ts'
import type { CancelContext } from '../../flows/purchase/cancel-purchase.ts'
import type { BankBehaviours } from '../../flows/sandbox/bank-behaviours.ts'
import type { SampleInvoiceContext } from '../../flows/sandbox/compose-sample-invoice.ts'
import type { MoveClockContext } from '../../flows/sandbox/move-clock.ts'
import type { PayContext } from '../../flows/sandbox/pay-billet.ts'
import type { PlayContext } from '../../flows/sandbox/play-customer.ts'
import type { PlayDeskContext } from '../../flows/sandbox/play-desk.ts'

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
