import { createHash } from 'node:crypto'
import type { Status, Step } from '../contract/enums.ts'
import type { Clock } from '../kernel/clock.ts'
import {
  type CodePurpose,
  checkPicture,
  composeCodeText,
  type DocumentKind,
  guessCode,
  issueCode,
  type MessagePort,
  type Origin,
  openOnboarding as openEvidence,
  type PictureProblem,
  sealDocument,
  storeConsent,
  storeDocument,
  storeSignature,
  useCode,
} from '../modules/onboarding/index.ts'
import {
  getMove,
  lockPurchase,
  MoveRefused,
  type Purchase,
  type PurchaseEvent,
  presentMaskedPhone,
} from '../modules/transactions/index.ts'
import type { Transaction } from '../platform/db/database.ts'
import { computeCanonicalJson } from '../platform/http/canonical-json.ts'
import { requestAnalysis } from './analyse-documents.ts'
import { applyCustomerEvent, type CustomerEventContext } from './apply-customer-event.ts'

export interface OnboardingContext extends CustomerEventContext {
  readonly clock: Clock
  readonly messages: MessagePort
}

export interface WrongStep {
  readonly outcome: 'wrong-step'
  /** Where the purchase really is: the page goes there. */
  readonly status: Status
  readonly step: Step
}
export interface Advanced {
  readonly outcome: 'advanced'
  readonly purchase: Purchase
}
/** Wrong, too old, replaced or tried too often: which of these is not told. */
export interface CodeRefused {
  readonly outcome: 'code-refused'
}

/** Thrown within a transaction to undo it; a code that was right a moment ago was used or replaced meanwhile. */
class CodeGone extends Error {}

export function openOnboarding(
  context: OnboardingContext,
  { id: transactionId, retailerId }: Purchase,
): Promise<Advanced | WrongStep> {
  return advance(context, transactionId, 'onboarding-opened', {
    record: (tx, now) => openEvidence(tx, { transactionId, retailerId }, now),
  })
}

const OPENED_BY: Readonly<Record<CodePurpose, PurchaseEvent>> = {
  phone: 'phone-confirmed',
  signature: 'signed',
}

/** Sends a code to the customer's phone where the step asks for one. */
export async function sendCode(
  context: OnboardingContext,
  { id: transactionId }: Purchase,
  purpose: CodePurpose,
): Promise<
  | { readonly outcome: 'sent'; readonly phone: string; readonly expiresAt: Date }
  | { readonly outcome: 'wait'; readonly waitMs: number }
  | WrongStep
> {
  const { database, secrets, clock, messages } = context
  return orWrongStep(() =>
    database.transaction(async tx => {
      const purchase = await lockPurchase(tx, secrets, transactionId)
      if (purchase === undefined) throw new Error(`transaction ${transactionId} does not exist`)
      getMove(purchase, OPENED_BY[purpose])
      const now = clock.now()
      const { phone } = purchase.customer
      const issued = await issueCode(tx, secrets, { transactionId, purpose, phone }, now)
      if (issued.outcome === 'wait') return issued
      const { retailerId } = purchase
      const text = composeCodeText(purpose, issued.code)
      await messages.post(tx, { retailerId, channel: 'SMS', to: phone, phone, text, code: issued }, now)
      return { outcome: 'sent', phone: presentMaskedPhone(phone), expiresAt: issued.expiresAt } as const
    }),
  )
}

export function confirmPhone(
  context: OnboardingContext,
  purchase: Purchase,
  code: string,
): Promise<Advanced | CodeRefused | WrongStep> {
  return spendCode(context, purchase, { purpose: 'phone', code }, async () => {})
}

/** Pictures are looked at and sealed before anything is locked. */
export function receiveDocument(
  context: OnboardingContext,
  purchase: Purchase,
  document: { readonly kind: DocumentKind; readonly bytes: Buffer },
): Promise<Advanced | { readonly outcome: 'picture-refused'; readonly problem: PictureProblem } | WrongStep> {
  const { database, secrets, clock } = context
  const event = `${document.kind}-received` as const
  return orWrongStep(async () => {
    getMove(purchase, event)
    const checked = checkPicture(document.bytes)
    if ('problem' in checked) return { outcome: 'picture-refused', problem: checked.problem } as const
    const picture = { ...document, type: checked.type }
    const row = await sealDocument(database, secrets, purchase.id, picture, clock.now())
    return advance(context, purchase.id, event, {
      async record(tx, now) {
        await storeDocument(tx, row)
        if (document.kind === 'selfie') await requestAnalysis(tx, purchase, now)
      },
    })
  })
}

export function answerInsurance(
  context: OnboardingContext,
  { id: transactionId }: Purchase,
  answer: { readonly accepted: boolean; readonly origin: Origin },
): Promise<Advanced | WrongStep> {
  return advance(context, transactionId, 'insurance-answered', {
    acceptInsurance: answer.accepted,
    record: (tx, now) =>
      storeConsent(tx, context.secrets, { transactionId, subject: 'insurance', ...answer }, now),
  })
}

/** `contractHash` is what the customer's page showed: nobody signs figures that they did not see. */
export async function signContract(
  context: OnboardingContext,
  purchase: Purchase,
  signed: { readonly code: string; readonly contractHash: string; readonly origin: Origin },
): Promise<Advanced | CodeRefused | { readonly outcome: 'contract-changed' } | WrongStep> {
  const { code, contractHash, origin } = signed
  if (contractHash !== computeContractHash(purchase)) return { outcome: 'contract-changed' }
  return spendCode(context, purchase, { purpose: 'signature', code }, (tx, now, codeId) =>
    storeSignature(tx, context.secrets, { transactionId: purchase.id, contractHash, codeId, origin }, now),
  )
}

/** SHA-256, in hexadecimal, of all that the customer agrees to. */
export function computeContractHash(purchase: Purchase): string {
  const { id, retailerId, orderId, purchaseDate, purchaseCentavos, downPaymentCentavos } = purchase
  const { contract, hasInsurance, customer } = purchase
  const agreed = {
    transactionId: id,
    retailerId,
    orderId,
    cpf: customer.cpf,
    purchaseDate,
    purchaseCentavos,
    downPaymentCentavos,
    hasInsurance,
    contract,
  }
  return createHash('sha256').update(computeCanonicalJson(agreed)).digest('hex')
}

/** The step is looked at first: a code tried in the wrong place is not spent. */
async function spendCode(
  context: OnboardingContext,
  purchase: Purchase,
  guess: { readonly purpose: CodePurpose; readonly code: string },
  record: (tx: Transaction, now: Date, codeId: string) => Promise<void>,
): Promise<Advanced | CodeRefused | WrongStep> {
  const { database, secrets, clock } = context
  const event = OPENED_BY[guess.purpose]
  return orWrongStep(async () => {
    getMove(purchase, event)
    const subject = { transactionId: purchase.id, ...guess }
    const codeId = await guessCode(database, secrets, subject, clock.now())
    if (codeId === undefined) return { outcome: 'code-refused' }
    try {
      return await advance(context, purchase.id, event, {
        async record(tx, now) {
          if (!(await useCode(tx, codeId, now))) throw new CodeGone()
          await record(tx, now, codeId)
        },
      })
    } catch (error) {
      if (error instanceof CodeGone) return { outcome: 'code-refused' }
      throw error
    }
  })
}

interface Advance {
  readonly acceptInsurance?: boolean
  /** Writes the evidence in the transaction that moves the purchase. */
  readonly record: (tx: Transaction, now: Date) => Promise<void>
}

function advance(
  context: OnboardingContext,
  transactionId: string,
  event: PurchaseEvent,
  { record, acceptInsurance }: Advance,
): Promise<Advanced | WrongStep> {
  return orWrongStep(async () => ({
    outcome: 'advanced',
    purchase: await applyCustomerEvent(context, transactionId, event, { record, acceptInsurance }),
  }))
}

async function orWrongStep<Result>(work: () => Promise<Result>): Promise<Result | WrongStep> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MoveRefused) return { outcome: 'wrong-step', ...error.from }
    throw error
  }
}
