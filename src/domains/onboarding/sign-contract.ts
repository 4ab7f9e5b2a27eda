import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { getCodeSentAt } from '../codes/index.ts'
import {
  type Agreement,
  computeContractHash,
  computePdfHash,
  isOpened,
  type Renegotiation,
  renderContractPdf,
  type SignatureStatement,
  storeSignedContract,
} from '../contracts/index.ts'
import { type FindLenderContact, findAccount, getAccountOf, type LenderAccount } from '../lender/index.ts'
import { computePaymentRows } from '../loans/index.ts'
import { computeCetSheet } from '../pricing/index.ts'
import {
  type ContractFigures,
  computeRelease,
  findPurchase,
  findSignedRoot,
  getContractDate,
  getMove,
  listBought,
  type Purchase,
} from '../purchases/index.ts'
import { findOffer } from '../quoting/index.ts'
import { listBillets } from '../receivables/index.ts'
import type { Advanced } from './advance-onboarding.ts'
import { applyCustomerEvent } from './apply-customer-event.ts'
import { type CodeRefused, orWrongStep, spendCode, type WrongStep } from './codes.ts'
import { type Origin, storeSignature } from './evidence.ts'

interface SignCommand {
  readonly code: string
  /** The hash that the customer's page showed: customers sign only figures that they saw. */
  readonly contractHash: string
  readonly origin: Origin
}

type SignOutcome =
  | Advanced
  | CodeRefused
  | { readonly outcome: 'contract-changed' | 'contract-unopened' }
  | WrongStep

/** The document is rendered before anything is locked, and stored together with the move. */
export function signContract(
  app: App,
  purchase: Purchase,
  { code, contractHash, origin }: SignCommand,
): Promise<SignOutcome> {
  const { secrets } = app
  const { id: transactionId, customer } = purchase
  return orWrongStep<SignOutcome>(async () => {
    getMove(purchase, 'signed')
    const lapsed = await app.reactions.contractSigning(app, purchase)
    if (lapsed !== undefined) return { outcome: 'wrong-step', status: lapsed.status, step: lapsed.step }
    const agreement = await composeAgreement(app, purchase)
    if (contractHash !== computeContractHash(agreement)) return { outcome: 'contract-changed' }
    if (!(await isOpened(app.database, { transactionId, contractHash })))
      return { outcome: 'contract-unopened' }
    return spendCode(app, purchase, { purpose: 'signature', code }, async markUsed => {
      const pdf = await renderContractPdf(agreement)
      const pdfSha256 = computePdfHash(pdf)
      const record = async (tx: Transaction, now: Date): Promise<void> => {
        const codeId = await markUsed(tx, now)
        const documents = await storeSignature(
          tx,
          secrets,
          { transactionId, contractHash, codeId, origin },
          now,
        )
        const sentAt = (await getCodeSentAt(tx, codeId)).toISOString()
        const statement = {
          format: 'crediario-evidence-1',
          transactionId,
          contractHash,
          pdfSha256,
          signedAt: now.toISOString(),
          code: { id: codeId, sentAt, phone: customer.phone },
          origin,
          documents,
        } as const
        await storeSignedContract(tx, secrets, { agreement, statement, pdf })
      }
      const { contractDate, version: contractVersion } = agreement
      const { contract } = computeRelease(purchase, contractDate).purchase
      const signed = await applyCustomerEvent(app, transactionId, 'signed', {
        record,
        signed: { contract, contractDate, contractVersion },
      })
      return { outcome: 'advanced', purchase: signed } as const
    })
  })
}

/** The contract of a purchase: current figures before the signature, the signed ones after it. */
export async function findAgreement(
  app: App,
  purchase: Purchase,
): Promise<{ readonly agreement: Agreement; readonly statement?: SignatureStatement }> {
  const signed = await findSignedRoot(app, app.database, purchase)
  return signed?.texts ?? { agreement: await composeAgreement(app, purchase) }
}

/** What would be signed now: its dates count from today. */
export async function composeAgreement(app: App, unsigned: Purchase): Promise<Agreement> {
  const { purchase } = computeRelease(unsigned, calendarDateAt(app.clock.now()))
  const contractDate = getContractDate(purchase)
  const [account, retailer, contact, renegotiation] = await Promise.all([
    findLender(app, purchase),
    app.retailers.getRetailer(purchase.retailerId),
    app.findLenderContact?.(purchase.retailerId),
    describeRenegotiation(app, purchase),
  ])
  return {
    version: 2,
    transactionId: purchase.id,
    orderId: purchase.orderId,
    lender: {
      name: account.beneficiaryName,
      document: account.beneficiaryDocument,
      address: account.beneficiaryAddress,
      city: account.city,
      sac: contact?.sac,
      ouvidoria: contact?.ouvidoria,
      privacy: contact?.privacy,
    },
    retailer: { id: retailer.id, name: retailer.name, cnpj: retailer.cnpj ?? undefined },
    customer: purchase.customer,
    products: listBought(purchase).map(({ name, amount, valueCentavos }) => ({
      name,
      amount,
      valueCentavos,
    })),
    shippingCentavos: purchase.shippingCentavos,
    purchaseDate: purchase.purchaseDate,
    purchaseCentavos: purchase.purchaseCentavos,
    downPaymentCentavos: purchase.downPaymentCentavos,
    netLoanCentavos: purchase.netLoanCentavos,
    hasInsurance: purchase.hasInsurance,
    insurer: purchase.hasInsurance ? nameInsurer(contact) : undefined,
    contractDate,
    renegotiation,
    ...describeFigures(purchase.contract, contractDate),
  }
}

/** Undefined for a purchase. */
async function describeRenegotiation(
  { database, secrets }: App,
  { retailerId, renegotiates, optionId, purchaseCentavos }: Purchase,
): Promise<Renegotiation | undefined> {
  if (renegotiates === undefined) return undefined
  const [original, offer] = await Promise.all([
    findPurchase(database, secrets, retailerId, renegotiates),
    findOffer(database, secrets, { retailerId, transactionId: renegotiates, id: optionId }),
  ])
  if (original === undefined) throw new Error(`transaction ${renegotiates} does not exist`)
  const discountCentavos = offer?.terms.discountCentavos ?? 0
  return {
    originalId: original.id,
    originalOrderId: original.orderId,
    originalDate: getContractDate(original),
    originalRatePM: original.contract.interestRatePM,
    debtCentavos: purchaseCentavos + discountCentavos,
    discountCentavos,
  }
}

function describeFigures(contract: ContractFigures, contractDate: CalendarDate) {
  const { parts, dailyRate } = computeCetSheet(contract, contractDate)
  return {
    feeCentavos: contract.tcCentavos,
    premiumCentavos: contract.premiumCentavos,
    iofCentavos: contract.totalIofCentavos,
    dailyIof: contract.dailyIof,
    fixedIof: contract.fixedIof,
    principalCentavos: contract.amortizationTotalCentavos,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    dailyRate,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    shares: {
      released: parts.released.percentage,
      iof: parts.iof.percentage,
      fee: parts.fee.percentage,
      premium: parts.premium.percentage,
      interest: parts.interest.percentage,
    },
    installments: computePaymentRows({
      ...contract,
      contractDate,
      principalCentavos: contract.amortizationTotalCentavos,
    }),
    totalCentavos: contract.totalCentavos,
  }
}

/** The beneficiary of the billets; before they are issued, the beneficiary that they will have. */
async function findLender({ database, secrets }: App, { retailerId, id }: Purchase): Promise<LenderAccount> {
  const [first] = await listBillets(database, secrets, retailerId, id)
  const issued = first && (await findAccount(database, secrets, first.accountId))
  return issued ?? getAccountOf(database, secrets, retailerId)
}

function nameInsurer(contact: Awaited<ReturnType<FindLenderContact>>): string | undefined {
  const { insurer, susepProcess } = contact ?? {}
  return insurer === undefined || susepProcess === undefined
    ? insurer
    : `${insurer}, processo SUSEP nº ${susepProcess}`
}
