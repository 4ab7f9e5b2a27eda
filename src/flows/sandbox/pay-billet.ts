import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type Billet, findBillet, type LenderAccount, type SandboxBank } from '../../modules/billets/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Remember } from '../../platform/db/remember.ts'
import { getAccountOfBillet } from '../payments/find-billet-sheet.ts'
import { type SettleContext, settleNotice } from '../payments/settle-payment.ts'
import { attachPixCodes } from '../pix/attach-codes.ts'

export interface PayContext extends SettleContext {
  readonly secrets: Secrets
  readonly sandboxBank: SandboxBank
}

export interface SandboxPay {
  readonly retailerId: string
  readonly billetId: string
  readonly amountCentavos?: Centavos | undefined
  readonly method?: 'BILLET' | 'PIX' | undefined
}

/** A billet after a payment, and the account that received it. */
export interface PaidBillet {
  readonly billet: Billet
  readonly account: LenderAccount
}

/** Plays a customer who pays: the sandbox bank reports it as a real one would. Every call is a payment of its own. */
export async function payBillet(
  context: PayContext,
  { retailerId, billetId, amountCentavos, method }: SandboxPay,
  remember?: Remember<PaidBillet>,
): Promise<PaidBillet | 'no-billet' | 'no-pix'> {
  const { database, secrets, sandboxBank } = context
  const issued = await findBillet(database, secrets, retailerId, billetId)
  if (issued === undefined) return 'no-billet'
  const [billet = issued] = await attachPixCodes(database, secrets, [issued])
  if (method === 'PIX' && billet.pixCode === undefined) return 'no-pix'
  const notice = sandboxBank.pay(billet, {
    reference: newId(),
    ...(method === undefined ? {} : { method }),
    ...(amountCentavos === undefined ? {} : { amountCentavos }),
  })
  let paid = { billet, account: await getAccountOfBillet(context, billet) }
  await settleNotice(context, notice, async tx => {
    paid = { ...paid, billet: (await findBillet(tx, secrets, retailerId, billetId)) ?? billet }
    await remember?.(tx, paid)
  })
  return paid
}
