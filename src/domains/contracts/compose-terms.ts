import type { App } from '../../app/app.ts'
import { computePaymentRows } from '../../brazil/payment-rows.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { type FindLenderContact, getAccountOf, type LenderAccount } from '../lender/index.ts'
import { computeCetSheet } from '../pricing/index.ts'
import { computeRelease, findPurchase, listBought, listPurchases, type Purchase } from '../purchases/index.ts'
import { findOffer } from '../quoting/index.ts'
import { readBillets } from '../receivables/index.ts'
import { findRelease, findSignedRoot, readAddendum } from './contract-changes.ts'
import { computeDischargePath, findDischarge } from './find-discharge.ts'
import { renderContractPdf } from './pdf/render.ts'
import { renderDischargePdf } from './pdf/render-discharge.ts'
import { renderAddendumPdf, renderReleasePdf } from './pdf/render-statements.ts'
import type { SignatureStatement } from './statements.ts'
import { computePdfHash, findReleaseStatement, findSignedContract, isOpened, storeReading } from './store.ts'
import { type ContractTerms, computeContractHash, type Renegotiation } from './terms.ts'

/** A contract of which the customer may see and sign the text. */
interface TermsReading {
  readonly terms: ContractTerms
  readonly hash: string
  /** Absent until the signature. */
  readonly statement: SignatureStatement | undefined
  /** The customer has opened this text, before the signature. */
  readonly isOpened: boolean
}

/** The contract of a purchase: current figures before the signature, the signed ones after it. */
export async function readContractTerms(app: App, purchase: Purchase): Promise<TermsReading> {
  const { terms, statement } = await findTerms(app, purchase)
  const hash = computeContractHash(terms)
  const isUnsigned = statement === undefined
  const wasOpened =
    isUnsigned && (await isOpened(app.database, { transactionId: purchase.id, contractHash: hash }))
  return { terms, hash, statement, isOpened: wasOpened }
}

/** The customer opens the contract on the page: what was not opened cannot be signed. Returns its hash. */
export async function recordContractOpened(app: App, purchase: Purchase): Promise<string> {
  const contractHash = computeContractHash(await composeTerms(app, purchase))
  await storeReading(app.database, { transactionId: purchase.id, contractHash }, app.clock.now())
  return contractHash
}

/** The document as it is stored with the signature. */
export async function renderUnsigned(
  terms: ContractTerms,
): Promise<{ readonly pdf: Buffer; readonly pdfSha256: string }> {
  const pdf = await renderContractPdf(terms)
  return { pdf, pdfSha256: computePdfHash(pdf) }
}

async function findTerms(
  app: App,
  purchase: Purchase,
): Promise<{ readonly terms: ContractTerms; readonly statement?: SignatureStatement }> {
  const signed = await findSignedRoot(app, app.database, purchase)
  return signed?.texts ?? { terms: await composeTerms(app, purchase) }
}

/** What would be signed now: its dates count from today. */
export async function composeTerms(app: App, unsigned: Purchase): Promise<ContractTerms> {
  const { purchase } = computeRelease(unsigned, calendarDateAt(app.clock.now()))
  const contractDate = purchase.contractDate ?? purchase.purchaseDate
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
    findPurchase(database, secrets, { retailerId, id: renegotiates }),
    findOffer(database, secrets, { retailerId, transactionId: renegotiates, id: optionId }),
  ])
  if (original === undefined) throw new Error(`transaction ${renegotiates} does not exist`)
  const discountCentavos = offer?.terms.discountCentavos ?? 0
  return {
    originalId: original.id,
    originalOrderId: original.orderId,
    originalDate: original.contractDate ?? original.purchaseDate,
    originalRatePM: original.contract.interestRatePM,
    debtCentavos: purchaseCentavos + discountCentavos,
    discountCentavos,
  }
}

function describeFigures(contract: Purchase['contract'], contractDate: CalendarDate) {
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
async function findLender(app: App, { retailerId, id }: Purchase): Promise<LenderAccount> {
  const { account } = await readBillets(app, retailerId, id)
  return account ?? getAccountOf(app.database, app.secrets, retailerId)
}

function nameInsurer(contact: Awaited<ReturnType<FindLenderContact>>): string | undefined {
  const { insurer, susepProcess } = contact ?? {}
  return insurer === undefined || susepProcess === undefined
    ? insurer
    : `${insurer}, processo SUSEP nº ${susepProcess}`
}

/** The contract as a PDF, signed or as it would be signed now. */
export async function renderContract(app: App, purchase: Purchase): Promise<Buffer> {
  const { terms, statement } = await findTerms(app, purchase)
  return renderContractPdf(terms, statement)
}

type Document = 'contract' | 'release' | 'addendum' | 'discharge'

/** A document that a purchase may have besides its contract, as a PDF. */
export async function renderDocument(
  app: App,
  purchase: Purchase,
  document: Exclude<Document, 'contract'>,
): Promise<Buffer | undefined> {
  switch (document) {
    case 'release': {
      const release = await findRelease(app, purchase)
      return release && renderReleasePdf(release.statement)
    }
    case 'addendum':
      return renderAddendum(app, purchase.id)
    case 'discharge': {
      const discharge = await findDischarge(app, purchase)
      if (discharge === undefined) return undefined
      const verifyUrl = `${app.publicUrl}${computeDischargePath(purchase, discharge)}`
      return renderDischargePdf(discharge.statement, discharge.seal, verifyUrl)
    }
  }
}

async function renderAddendum(app: App, transactionId: string): Promise<Buffer | undefined> {
  const addendum = await readAddendum(app, transactionId)
  if (addendum === undefined) return undefined
  return renderAddendumPdf(addendum.statement, addendum.products, addendum.confirmation?.confirmedAt)
}

const FILE_NAMES: Readonly<Record<Document, string>> = {
  contract: 'contrato.pdf',
  release: 'liberacao.pdf',
  addendum: 'aditivo.pdf',
  discharge: 'quitacao.pdf',
}

/** A document that goes with a message; the contract is the one that was signed. */
export async function findAttachment(
  app: App,
  document: Document,
  transactionId: string,
): Promise<{ readonly name: string; readonly type: string; readonly bytes: Buffer } | undefined> {
  const bytes = await findBytes(app, document, transactionId)
  return bytes && { name: FILE_NAMES[document], type: 'application/pdf', bytes }
}

async function findBytes(app: App, document: Document, transactionId: string): Promise<Buffer | undefined> {
  const { database, secrets } = app
  if (document === 'addendum') return renderAddendum(app, transactionId)
  if (document === 'contract') return (await findSignedContract(app, transactionId))?.pdf
  if (document === 'release') {
    const release = await findReleaseStatement(database, transactionId)
    return release && renderReleasePdf(release.statement)
  }
  const purchase = (await listPurchases(database, secrets, { ids: [transactionId] })).get(transactionId)
  return purchase && renderDocument(app, purchase, 'discharge')
}
