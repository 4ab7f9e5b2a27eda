import { findAccount, getAccountOf, type LenderAccount, listBillets } from '../../modules/billets/index.ts'
import { type Agreement, findSignedTexts, type SignatureStatement } from '../../modules/contracts/index.ts'
import { computeDueDates } from '../../modules/pricing/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import { listBought, type Purchase } from '../../modules/transactions/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'

export interface AgreementContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly retailers: Retailers
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

export async function composeAgreement(context: AgreementContext, purchase: Purchase): Promise<Agreement> {
  const [account, retailer] = await Promise.all([
    findLender(context, purchase),
    context.retailers.getRetailer(purchase.retailerId),
  ])
  const { contract, customer } = purchase
  const dueDates = computeDueDates(contract.firstDueDate, contract.numberOfInstallments)
  return {
    version: 1,
    transactionId: purchase.id,
    orderId: purchase.orderId,
    lender: {
      name: account.beneficiaryName,
      document: account.beneficiaryDocument,
      address: account.beneficiaryAddress,
      city: account.city,
    },
    retailer: { id: retailer.id, name: retailer.name },
    customer,
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
    feeCentavos: contract.tcCentavos,
    hasInsurance: purchase.hasInsurance,
    premiumCentavos: contract.premiumCentavos,
    iofCentavos: contract.totalIofCentavos,
    dailyIof: contract.dailyIof,
    fixedIof: contract.fixedIof,
    principalCentavos: contract.amortizationTotalCentavos,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    cetPM: contract.cetPM,
    cetPA: contract.cetPA,
    installments: dueDates.map((dueDate, index) => ({
      number: index + 1,
      dueDate,
      amountCentavos: contract.installmentCentavos,
      amortizationCentavos: contract.amortizationCentavos[index] ?? 0,
    })),
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
