import type { App } from '../../app/app.ts'
import type { InstallmentState } from '../../brand/ring.ts'
import { ACCOUNT_PATH } from '../../contract/account.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { JobPostponed } from '../../platform/jobs/queue.ts'
import { computeNotBefore, type FormalNoticeKind } from '../collection/index.ts'
import { findDischarge, readAddendum } from '../contracts/index.ts'
import { applyEmails } from '../customers/index.ts'
import {
  computeNoticeTime,
  type MessageRequest,
  postRequested,
  type TemplateFacts,
} from '../messaging/index.ts'
import { findPurchase, type Purchase } from '../purchases/index.ts'
import { findReceipt, isRegistered, readBillets, readDebt } from '../receivables/index.ts'
import { describeParts } from './account/describe-parts.ts'

interface Subject {
  readonly purchase: Purchase
  readonly payload: MessageRequest
  readonly common: {
    readonly shop: string
    readonly customerName: string | undefined
    readonly accountUrl: string
  }
}

/** Undefined when there is nothing left to say. */
type Describe<Name extends MessageRequest['notice']> = (
  app: App,
  subject: Subject,
) => Promise<TemplateFacts[Name] | undefined>

const PICTURE_OF_STEP = { FRONTDOC: 'front', BACKDOC: 'back', SELFIE: 'selfie' } as const

const DESCRIPTIONS: { readonly [Name in MessageRequest['notice']]: Describe<Name> } = {
  'picture-asked': async (app, { purchase, common }) => {
    const { status, step } = purchase
    if (status !== 'PENDING' || !isPictureStep(step)) return undefined
    return { ...common, picture: PICTURE_OF_STEP[step], url: linkToOnboarding(app, purchase) }
  },
  'identification-approved': async (app, { purchase, common }) =>
    purchase.status === 'PENDING' ? { ...common, url: linkToOnboarding(app, purchase) } : undefined,
  'identification-refused': async (_, { common }) => common,
  'identification-late': async (_, { common }) => common,
  'contract-released': async (_, { purchase, common }) => {
    const { contract, contractDate } = purchase
    if (purchase.status !== 'OPEN' || contractDate === undefined) return undefined
    return {
      ...common,
      releasedOn: contractDate,
      firstDueDate: contract.firstDueDate,
      installments: contract.numberOfInstallments,
      installmentCentavos: contract.installmentCentavos,
      iofCentavos: contract.totalIofCentavos,
      cetPA: contract.cetPA,
    }
  },
  'products-returned': async (app, { purchase, common }) => {
    const addendum = await readAddendum(app, purchase.id)
    if (addendum === undefined) return undefined
    return {
      ...common,
      installments: purchase.contract.numberOfInstallments,
      installmentCentavos: purchase.contract.installmentCentavos,
      totalCentavos: purchase.contract.totalCentavos,
      refundCentavos: addendum.statement.refundCentavos,
    }
  },
  'contract-signed': async (_, { purchase, common }) => ({
    ...common,
    installments: purchase.contract.numberOfInstallments,
    installmentCentavos: purchase.contract.installmentCentavos,
    totalCentavos: purchase.contract.totalCentavos,
    cetPA: purchase.contract.cetPA,
    composition: describeParts(purchase),
  }),
  'billets-issued': async (app, { purchase, common }) => {
    const { billets: issued } = await readBillets(app, purchase.retailerId, purchase.id)
    const billets = issued.filter(
      ({ kind, canceledAt, paymentStatus }) =>
        kind === 'installment' && canceledAt === undefined && paymentStatus === 'PENDING',
    )
    const [first] = billets
    if (first === undefined) return undefined
    awaitPixCode(app, purchase, first.pixCode)
    return {
      ...common,
      hasPix: app.pixApi !== undefined,
      states: await listStates(app, purchase),
      billets: billets.map(billet => ({
        ...billet,
        digitLine: isRegistered(billet) ? billet.digitLine : undefined,
        // One code is what a mail program can copy without a mistake; the others are in the customer's area.
        pixCode: billet === first ? billet.pixCode : undefined,
      })),
    }
  },
  'agreement-made': async (_, { purchase, common }) => {
    const { contract } = purchase
    if (purchase.status !== 'OPEN') return undefined
    return {
      ...common,
      installments: contract.numberOfInstallments,
      installmentCentavos: contract.installmentCentavos,
      totalCentavos: contract.totalCentavos,
      firstDueDate: contract.firstDueDate,
      cetPA: contract.cetPA,
      composition: describeParts(purchase),
    }
  },
  'agreement-broken': async (app, { purchase: { retailerId, renegotiates }, common }) => {
    const { database, secrets, clock } = app
    if (renegotiates === undefined) return undefined
    const original = await findPurchase(database, secrets, { retailerId, id: renegotiates })
    if (original === undefined || original.status !== 'OPEN') return undefined
    const on = calendarDateAt(clock.now())
    return { ...common, on, owedCentavos: (await readDebt(app, original, on)).totalCentavos }
  },
  'payment-received': async (app, { purchase, payload, common }) => {
    const { reference, billetId, credited, discountCentavos, waivedCentavos } = payload.payment ?? {}
    if (billetId === undefined || reference === undefined || credited === undefined) return undefined
    const receipt = await findReceipt(app, purchase, { billetId, reference })
    const states = await listStates(app, purchase)
    return receipt && { ...common, ...receipt, credited, discountCentavos, waivedCentavos, states }
  },
  'installment-waived': async (app, { purchase, payload: { waiver }, common }) =>
    waiver && {
      ...common,
      ...waiver,
      installments: purchase.contract.numberOfInstallments,
      states: await listStates(app, purchase),
    },
  'contract-discharged': async (app, { purchase, common }) => {
    const discharge = await findDischarge(app, purchase)
    const states = await listStates(app, purchase)
    return discharge && { ...common, settledOn: discharge.statement.settledOn, states }
  },
  'listing-notice': (app, { purchase, common }) => describeDelay(app, purchase, common, 'listing'),
  'acceleration-notice': (app, { purchase, common }) => describeDelay(app, purchase, common, 'acceleration'),
  'discount-offered': async (app, { purchase, payload: { offer }, common }) => {
    const on = calendarDateAt(app.clock.now())
    if (offer === undefined || purchase.status !== 'OPEN') return undefined
    return { ...common, ...offer, on, owedCentavos: (await readDebt(app, purchase, on)).totalCentavos }
  },
  'debt-released': async (_, { common }) => common,
  'plan-begun': async (_, { purchase: { status, contract }, common }) => {
    if (status !== 'OPEN') return undefined
    const { numberOfInstallments: installments, installmentCentavos, totalCentavos, firstDueDate } = contract
    return { ...common, installments, installmentCentavos, totalCentavos, firstDueDate }
  },
  'refund-sent': async (_, { payload: { refund }, common }) =>
    refund && { ...common, amountCentavos: refund.amountCentavos, paidOn: refund.on, place: refund.place },
  'refund-failed': async (_, { payload: { refund }, common }) =>
    refund && { ...common, amountCentavos: refund.amountCentavos, place: refund.place },
}

/** Of each installment; a second copy stands for the billet that it replaced. */
async function listStates(app: App, { retailerId, id }: Purchase): Promise<InstallmentState[]> {
  const today = calendarDateAt(app.clock.now())
  const { billets } = await readBillets(app, retailerId, id)
  const installments = billets
    .filter(({ kind, canceledAt }) => kind === 'installment' && canceledAt === undefined)
    .toSorted((a, b) => a.installmentNumber - b.installmentNumber)
  const next = installments.find(({ paymentStatus }) => paymentStatus === 'PENDING')
  return installments.map(billet => {
    if (billet.paymentStatus === 'PAID') return 'paid'
    if (billet.dueDate < today) return 'late'
    return billet === next ? 'next' : 'open'
  })
}

/** What is overdue today; undefined when nothing is any more. */
async function describeDelay(
  app: App,
  purchase: Purchase,
  common: Subject['common'],
  kind: FormalNoticeKind,
) {
  const today = calendarDateAt(app.clock.now())
  const debt = await readDebt(app, purchase, today)
  const [oldest] = debt.overdue
  if (purchase.status !== 'OPEN' || oldest === undefined) return undefined
  return {
    ...common,
    dueDate: oldest.dueDate,
    faceCentavos: debt.overdue.reduce((sum, { faceCentavos }) => sum + faceCentavos, 0),
    overdueCentavos: debt.overdueCentavos,
    totalCentavos: debt.totalCentavos,
    notBefore: computeNotBefore(kind, oldest.dueDate, today),
  }
}

const REGISTERED_WITHIN_MS = 2 * 60_000
const LOOK_AGAIN_MS = 5_000

/** Waits a little for the PSP, which registers charges after the purchase is complete. Then the message goes without. */
function awaitPixCode({ clock, pixApi }: App, { completedAt }: Purchase, pixCode: string | undefined): void {
  const now = clock.now()
  const waitedMs = now.getTime() - (completedAt?.getTime() ?? 0)
  if (pixCode === undefined && pixApi !== undefined && waitedMs < REGISTERED_WITHIN_MS)
    throw new JobPostponed(new Date(now.getTime() + LOOK_AGAIN_MS))
}

/** Handles the job: composes the message for every available channel, once for each. */
export async function notifyCustomer(app: App, given: unknown): Promise<void> {
  const payload = given as MessageRequest
  const { database, secrets, retailers } = app
  const { retailerId, transactionId } = payload
  const found = await findPurchase(database, secrets, { retailerId, id: transactionId })
  const [purchase] = await applyEmails(app, found === undefined ? [] : [found])
  if (purchase === undefined) return
  const { name: shop } = await retailers.getRetailer(retailerId)
  const accountUrl = `${app.publicUrl}${ACCOUNT_PATH}`
  const common = { shop, customerName: purchase.customer.name, accountUrl }
  const subject = { purchase, payload, common }
  await post(app, payload.notice, subject)
}

async function post<Name extends MessageRequest['notice']>(
  app: App,
  notice: Name,
  subject: Subject,
): Promise<void> {
  const now = app.clock.now()
  const sendAt = computeNoticeTime(notice, now, subject.purchase.customer.phone)
  if (sendAt > now) throw new JobPostponed(sendAt)
  const facts = await DESCRIPTIONS[notice](app, subject)
  if (facts === undefined) return
  const { retailerId, customer } = subject.purchase
  const lender = await app.findLenderContact(retailerId)
  await postRequested(app, { ...subject.payload, notice }, facts, { ...customer, lender })
}

function isPictureStep(step: string): step is keyof typeof PICTURE_OF_STEP {
  return step in PICTURE_OF_STEP
}

function linkToOnboarding({ publicUrl }: App, { onboardingToken }: Purchase): string {
  return `${publicUrl}/onboarding/${onboardingToken}`
}
