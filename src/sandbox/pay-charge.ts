import type { App } from '../app/app.ts'
import { createPixIntake } from '../domains/receivables/index.ts'
import type { Centavos } from '../kernel/money.ts'
import type { BankBehaviours } from './bank-behaviours.ts'

interface ChargePayment {
  readonly amountCentavos?: Centavos | undefined
  readonly at?: Date | undefined
  readonly reference?: string | undefined
}

/** Plays a payer at the sandbox PSP. False when the PSP has no such charge any more. */
export type PayCharge = (retailerId: string, txid: string, payment: ChargePayment) => Promise<boolean>

/** What the sandbox PSP does for its payers. */
interface SandboxPsp {
  payCharge(
    txid: string,
    payment: ChargePayment,
  ): Promise<{ readonly endToEndId: string } | { readonly refused: string }>
  readonly behaviours: Pick<BankBehaviours, 'get'>
}

/**
 * The payment is booked before the caller is answered, by asking the PSP over HTTP as after any webhook. Where the bank
 * shall lose or delay webhooks, or be down, the caller sees what a shop would see: the payment comes later.
 */
export function createPayCharge(app: App, psp: SandboxPsp): PayCharge {
  const intake = createPixIntake(app)
  return async (retailerId, txid, payment) => {
    const paid = await psp.payCharge(txid, payment)
    if ('refused' in paid) return false
    const { pix } = await psp.behaviours.get(retailerId)
    if (pix.loseWebhooks || pix.delaySeconds > 0 || pix.down) return true
    await intake.ask(paid.endToEndId)
    return true
  }
}
