import {
  answerInsurance,
  confirmDevice,
  confirmPhone,
  type OnboardingContext,
  receiveDocument,
  startOnboarding,
} from '../../../flows/onboarding/advance-onboarding.ts'
import { findAgreement } from '../../../flows/onboarding/compose-agreement.ts'
import { sendCode } from '../../../flows/onboarding/onboarding-codes.ts'
import { findOnboarding, readOnboarding } from '../../../flows/onboarding/read-onboarding.ts'
import { signContract } from '../../../flows/onboarding/sign-contract.ts'
import { type CancelContext, cancelPurchase } from '../../../flows/purchase/cancel-purchase.ts'
import { readPurchase } from '../../../flows/purchase/read-purchase.ts'
import { renderBilletPdf } from '../../../modules/billets/pdf/index.ts'
import { renderContractPdf } from '../../../modules/contracts/index.ts'
import { describePayer, type Purchase } from '../../../modules/transactions/index.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'
import type { OnboardingApi } from './onboarding-api.ts'

export interface CustomerContext extends OnboardingContext, CancelContext {
  readonly publicUrl: string
  readonly renderShell: WebAssets['renderShell']
}

export function createOnboarding(context: CustomerContext): OnboardingApi {
  const { clock, publicUrl, renderShell } = context
  return {
    clock,
    publicUrl,
    renderShell,
    find: (token, sessionIds) => findOnboarding(context, token, sessionIds),
    read: view => readOnboarding(context, view),
    open: purchase => startOnboarding(context, purchase),
    sendCode: (purchase, purpose) => sendCode(context, purchase, purpose),
    confirm({ purchase, isConfirmed }, code) {
      // A device that is confirmed already has nothing to confirm: the flow for phones says where the purchase is.
      const isNewDevice = !isConfirmed && purchase.step !== 'CONFIRMATION'
      return isNewDevice ? confirmDevice(context, purchase, code) : confirmPhone(context, purchase, code)
    },
    receive: (purchase, document) => receiveDocument(context, purchase, document),
    answerInsurance: (purchase, answer) => answerInsurance(context, purchase, answer),
    sign: (purchase, signed) => signContract(context, purchase, signed),
    async cancel({ id: transactionId, retailerId }) {
      await cancelPurchase(context, { retailerId, transactionId, by: 'customer' })
      return (await getView(context, retailerId, transactionId)).purchase
    },
    async renderContract(purchase) {
      const { agreement, statement } = await findAgreement(context, purchase)
      return renderContractPdf(agreement, statement)
    },
    renderBillets: purchase => renderBillets(context, purchase),
  }
}

async function renderBillets(
  context: CustomerContext,
  { retailerId, id }: Purchase,
): Promise<Buffer | undefined> {
  const { purchase, downPaymentBillet, installments, account } = await getView(context, retailerId, id)
  if (installments.length === 0) return undefined
  const { name: retailerName } = await context.retailers.getRetailer(retailerId)
  const payer = describePayer(purchase)
  const billets = downPaymentBillet === undefined ? installments : [downPaymentBillet, ...installments]
  return renderBilletPdf(
    billets.map(billet => ({ billet, account, payer, retailerName })),
    'page',
  )
}

async function getView(context: CustomerContext, retailerId: string, transactionId: string) {
  const view = await readPurchase(context, retailerId, transactionId)
  if (view === undefined) throw new Error(`transaction ${transactionId} does not exist`)
  return view
}
