import { RequestError } from '../../contract/errors.ts'
import { addDays, daysBetween } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { type PricedOption, priceAtRelease, priceOption } from '../quoting/index.ts'
import { getContractDate } from './contract-documents.ts'
import type { Purchase, PurchaseProduct } from './purchase.ts'
import { newOnboardingToken } from './store/columns.ts'
import { computeDeadline } from './transitions.ts'

/** What is left of a purchase. */
export interface Remainder {
  readonly products: readonly PurchaseProduct[]
  readonly insurancePercentage: number
}

interface Replacement {
  readonly purchase: Purchase
  /** Of a contract that has started. */
  readonly iofByLenderCentavos: Centavos
}

/** The purchase for the remaining products, on the same conditions and from the same days. */
export function composeReplacement(
  old: Purchase,
  { products, insurancePercentage }: Remainder,
  now: Date,
): Replacement {
  const purchaseCentavos = products.reduce(
    (sum, { valueCentavos, amount }) => sum + valueCentavos * amount,
    old.shippingCentavos,
  )
  const price = (insured: boolean) => reprice(old, purchaseCentavos, insured ? insurancePercentage : 0)
  const { contract, iofByLenderCentavos } = price(old.hasInsurance)
  const isStarted = old.status === 'OPEN'
  // A signature is only valid for the signed figures.
  const step = old.step === 'ENTRY' ? 'SIGNATURE' : old.step
  const state = { status: old.status, step }
  const purchase: Purchase = {
    ...old,
    id: newId(now.getTime()),
    replacesId: old.id,
    ...state,
    contract,
    insuredContract: old.insuredContract && price(true).contract,
    authorizedContract: undefined,
    // A new signature fixes them anew.
    contractDate: isStarted ? old.contractDate : undefined,
    contractVersion: isStarted ? old.contractVersion : undefined,
    products,
    purchaseCentavos,
    downPaymentCentavos: contract.downPaymentCentavos,
    netLoanCentavos: purchaseCentavos - contract.downPaymentCentavos,
    onboardingToken: newOnboardingToken(),
    moveCount: 1,
    deadlineAt: computeDeadline(old, state, { now, downPaymentExpiresAt: undefined }),
    createdAt: now,
    changedAt: now,
    signedAt: isStarted ? old.signedAt : undefined,
  }
  return { purchase, iofByLenderCentavos: isStarted ? iofByLenderCentavos : 0 }
}

/** Quoted for the day of the quotation, and released on the day on which the old contract was. */
function reprice(
  old: Purchase,
  purchaseCentavos: Centavos,
  insurancePercentage: number,
): { readonly contract: PricedOption; readonly iofByLenderCentavos: Centavos } {
  const { contract, purchaseDate } = old
  const { downPaymentPercentage, tcPercentage, cmPercentage, retentionPercentage } = contract
  const { numberOfInstallments, interestRatePM } = contract
  const contractDate = getContractDate(old)
  const quoted = priceOption({
    purchaseCentavos,
    downPaymentPercentage,
    tcPercentage,
    insurancePercentage,
    cmPercentage,
    retentionPercentage,
    purchaseDate,
    firstDueDate: addDays(purchaseDate, daysBetween(contractDate, contract.firstDueDate)),
    numberOfInstallments,
    interestRatePM,
  })
  if (quoted.installmentCentavos <= 0 || purchaseCentavos <= quoted.downPaymentCentavos) {
    const message =
      'At least 1 product must remain in the transaction: what is left is too small to be financed'
    throw new RequestError('no_product_left', { message })
  }
  if (old.status !== 'OPEN' || contractDate === purchaseDate)
    return { contract: quoted, iofByLenderCentavos: 0 }
  return priceAtRelease(quoted, { quotedOn: purchaseDate, releasedOn: contractDate })
}
