import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findAccount, getAccountOf, type LenderAccount, listBillets } from '../../modules/billets/index.ts'
import {
  type Agreement,
  type AgreementVersion2,
  findSignedTexts,
  type SignatureStatement,
} from '../../modules/contracts/index.ts'
import { computePaymentRows } from '../../modules/loans/index.ts'
import { computeCetSheet } from '../../modules/pricing/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import { type ContractFigures, listBought, type Purchase } from '../../modules/transactions/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { computeRelease } from '../purchase/release-contract.ts'
import type { FindLenderContact } from './lender-contact.ts'

export interface AgreementContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly retailers: Retailers
  /** Without it the contract names no channels of the lender. */
  readonly findLenderContact?: FindLenderContact
}

/** The contract of a purchase: current figures before the signature, the signed ones after it. */
export async function findAgreement(
  context: AgreementContext,
  purchase: Purchase,
): Promise<{ readonly agreement: Agreement; readonly statement?: SignatureStatement }> {
  const { database, secrets } = context
  const signed = purchase.signedAt && (await findSignedTexts(database, secrets, purchase.id))
  return signed ?? { agreement: await composeAgreement(context, purchase) }
}

/** What would be signed now: its dates count from today. */
export async function composeAgreement(
  context: AgreementContext,
  unsigned: Purchase,
): Promise<AgreementVersion2> {
  const contractDate = calendarDateAt(context.clock.now())
  const { purchase } = computeRelease(unsigned, contractDate)
  const [account, retailer, contact] = await Promise.all([
    findLender(context, purchase),
    context.retailers.getRetailer(purchase.retailerId),
    context.findLenderContact?.(purchase.retailerId),
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
    insurer: purchase.hasInsurance ? contact?.insurer : undefined,
    contractDate,
    ...describeFigures(purchase.contract, contractDate),
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
async function findLender(
  { database, secrets }: AgreementContext,
  { retailerId, id }: Purchase,
): Promise<LenderAccount> {
  const [first] = await listBillets(database, secrets, retailerId, id)
  const issued = first && (await findAccount(database, secrets, first.accountId))
  return issued ?? getAccountOf(database, secrets, retailerId)
}
