import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type Billet, findBillet, type SandboxBank } from '../../modules/billets/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { type SettleContext, settleNotice } from '../payments/settle-payment.ts'

export interface PayContext extends SettleContext {
  readonly secrets: Secrets
  readonly sandboxBank: SandboxBank
}

export interface SandboxPay {
  readonly retailerId: string
  readonly billetId: string
  readonly amountCentavos?: Centavos | undefined
  readonly method?: 'BILLET' | 'PIX' | undefined
  /**
   * Identifies the payment: the same reference is the same payment, reported twice. Without it every call is a new
   * payment.
   */
  readonly reference?: string | undefined
}

/** Plays a customer who pays: the sandbox bank reports it as a real one would. */
export async function payBillet(
  context: PayContext,
  { retailerId, billetId, amountCentavos, method, reference = newId() }: SandboxPay,
): Promise<Billet | 'no-billet' | 'no-pix'> {
  const { database, secrets, sandboxBank } = context
  const billet = await findBillet(database, secrets, retailerId, billetId)
  if (billet === undefined) return 'no-billet'
  if (method === 'PIX' && billet.pixCode === undefined) return 'no-pix'
  const notice = sandboxBank.pay(billet, {
    reference,
    ...(method === undefined ? {} : { method }),
    ...(amountCentavos === undefined ? {} : { amountCentavos }),
  })
  await settleNotice(context, notice)
  return (await findBillet(database, secrets, retailerId, billetId)) ?? billet
}
