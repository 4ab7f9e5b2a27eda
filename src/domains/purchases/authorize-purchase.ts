import type { App } from '../../app/app.ts'
import { maskPhone } from '../../brazil/phone.ts'
import { SOURCES, type Source } from '../../contract/enums.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { newId } from '../../kernel/ids.ts'
import { parseReais } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database, Remember, Transaction } from '../../platform/db/database.ts'
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/db/database-errors.ts'
import {
  type Approval,
  findApprovals,
  findLivingContract,
  isContractInProgress,
  openContracts,
} from '../credit/index.ts'
import { type Checkout, findCheckoutsOf, isExpiredOption, parseName } from '../quoting/index.ts'
import { type Billet, createBilletIssuer, readBillets } from '../receivables/index.ts'
import { checkSelling } from '../retailers/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { composeWebhookEvents } from './move.ts'
import { describeDownPayment, type Purchase } from './purchase.ts'
import { insertPurchases, newOnboardingToken, UNSET_MEMBERS } from './store/columns.ts'
import { createStatusFinder } from './store/lists.ts'
import {
  findIdByOrder,
  findPurchase,
  findPurchasesByOption,
  isOptionOrOrderTaken,
  limitLockWait,
  type UsedOption,
} from './store/purchases.ts'
import { computeDeadline } from './transitions.ts'

export interface AuthorizedPurchase {
  readonly purchase: Purchase
  readonly downPaymentBillet: Billet | undefined
  readonly maskedPhone: string
}

type ChosenOption = NonNullable<ReturnType<Checkout['findOption']>>

type BilletIssuer = ReturnType<typeof createBilletIssuer>

/** What all requests of one process share, so that they are read and written together. */
interface Authorizations {
  readonly readQuotedOption: ReadQuotedOption
  readonly billetIssuer: BilletIssuer
  readonly write: WriteAuthorization
  readonly findStatus: ReturnType<typeof createStatusFinder>
  /** How many purchases this process authorized, for its metrics. */
  readonly countBySource: Map<Source, number>
  /** Keyed by command: concurrent identical calls share one outcome. */
  readonly underWay: Map<string, Promise<AuthorizedPurchase>>
}

/** A caller gets its answer within five seconds; the difference is for everything else. */
const LONGEST_WAIT_MS = 3_000
const SHORTEST_WAIT_MS = 100

export function createAuthorizations(app: App): Authorizations {
  return {
    readQuotedOption: createQuotedOptions(app),
    billetIssuer: createBilletIssuer(app),
    write: createAuthorizationRecords(app),
    findStatus: createStatusFinder(app.database),
    countBySource: new Map(SOURCES.map(source => [source, 0])),
    underWay: new Map(),
  }
}

/** Creates a purchase from an option. The same order and option always return the same purchase, in whatever state. */
export function authorizePurchase(
  app: App,
  command: AuthorizeCommand,
  remember?: Remember<AuthorizedPurchase>,
): Promise<AuthorizedPurchase> {
  const { underWay } = app.authorizations
  const { retailerId, optionId, orderId, hasInsurance } = command
  const name = JSON.stringify([retailerId, optionId, orderId, hasInsurance])
  const same = underWay.get(name)
  if (same !== undefined) return same
  const authorized = authorize(app, command, remember).finally(() => underWay.delete(name))
  underWay.set(name, authorized)
  return authorized
}

async function authorize(
  app: App,
  command: AuthorizeCommand,
  remember: Remember<AuthorizedPurchase> | undefined,
): Promise<AuthorizedPurchase> {
  const { clock, authorizations } = app
  const begunAtMs = performance.now()
  const { known, ...quoted } = await authorizations.readQuotedOption(command)
  if (known !== undefined) return repeatAnswer(app, command, known)
  checkSelling(await app.retailers.getRetailer(command.retailerId))
  const purchase = composePurchase(command, { ...quoted, now: clock.now() })
  const issued =
    purchase.downPaymentCentavos === 0
      ? undefined
      : await authorizations.billetIssuer.compose(describeDownPayment(purchase))
  const authorized = presentAuthorized(purchase, issued?.billets ?? [])
  const record = {
    purchase,
    issued,
    linkId: command.linkId,
    remember: remember && ((tx: Transaction) => remember(tx, authorized)),
  }
  try {
    await write(app, record, begunAtMs + LONGEST_WAIT_MS)
  } catch (error) {
    const known = await explainRefusal(app, command, purchase, error)
    // The data stored with the purchase was removed with it.
    if (remember !== undefined) await app.database.transaction(tx => remember(tx, known))
    return known
  }
  if (quoted.checkout !== undefined) count(authorizations, quoted.checkout.source)
  return authorized
}

function count({ countBySource }: Authorizations, source: Source): void {
  countBySource.set(source, (countBySource.get(source) ?? 0) + 1)
}

async function write(app: App, record: AuthorizationRecord, deadlineMs: number): Promise<void> {
  // A record that may lose its link is written alone: its failure would fail the others of a batch.
  const isAlone = record.linkId !== undefined
  if (!isAlone && (await app.authorizations.write(record)) === 'written') return
  const leftMs = Math.round(deadlineMs - performance.now())
  await writeAuthorizations(app, [record], Math.max(leftMs, SHORTEST_WAIT_MS))
}

/** A concurrent call won: either with the same command, then this is its answer too, or with one that excludes this. */
async function explainRefusal(
  app: App,
  command: AuthorizeCommand,
  { cpfIndex }: Purchase,
  error: unknown,
): Promise<AuthorizedPurchase> {
  const { database } = app
  const { retailerId, orderId } = command
  if (isLockTimeout(error))
    throw new RequestError('authorization_in_progress', { retryAfterSeconds: 1, cause: error })
  if (isContractInProgress(error)) {
    const living = await findLivingContract(database, retailerId, cpfIndex)
    throw conflict('contract_in_progress', command, 'optionId', living)
  }
  if (!isOptionOrOrderTaken(error)) throw error
  const known = await findPurchase(database, app.secrets, command)
  if (known === undefined)
    throw conflict(
      'order_already_authorized',
      command,
      'orderId',
      await findIdByOrder(database, retailerId, orderId),
    )
  return repeatAnswer(app, command, known)
}

/** Names the retailer's own purchase that blocks this one. A customer at a payment link is not told its id. */
function conflict(
  code: ErrorCode,
  { linkId }: AuthorizeCommand,
  field: string,
  transactionId: string | undefined,
): RequestError {
  if (transactionId === undefined || linkId !== undefined) return new RequestError(code)
  return new RequestError(code, {
    details: [{ field, message: `blocked by transaction ${transactionId}` }],
  })
}

async function repeatAnswer(
  app: App,
  command: AuthorizeCommand,
  known: Purchase,
): Promise<AuthorizedPurchase> {
  const { retailerId, orderId } = command
  if (known.orderId !== orderId) throw conflict('option_already_used', command, 'optionId', known.id)
  const { billets } = await readBillets(app, retailerId, known.id)
  return presentAuthorized(known, billets)
}

function presentAuthorized(purchase: Purchase, billets: readonly Billet[]): AuthorizedPurchase {
  return {
    purchase,
    downPaymentBillet: billets.find(({ kind }) => kind === 'down-payment'),
    maskedPhone: maskPhone(purchase.customer.phone),
  }
}

interface AuthorizeCommand {
  readonly retailerId: string
  readonly optionId: string
  readonly orderId: string
  readonly hasInsurance: boolean | undefined
  /** Instead of the one that the quotation was asked with. */
  readonly name?: string | undefined
  /** The payment link that it claims. */
  readonly linkId?: string
}

/** The purchase that a command creates from the quote; throws when it cannot. */
function composePurchase(
  command: AuthorizeCommand,
  quoted: {
    readonly checkout: Checkout | undefined
    readonly approval: Approval | undefined
    readonly now: Date
  },
): Purchase {
  const { checkout, approval, now } = quoted
  if (checkout === undefined)
    throw new RequestError(isExpiredOption(command.optionId, now) ? 'option_expired' : 'checkout_not_found')
  if (checkout.isOfferRemoved) throw new RequestError('option_expired')
  const chosen = chooseOption(checkout, command)
  if (now >= checkout.expiresAt) throw new RequestError('option_expired')
  if (approval === undefined) throw new RequestError('option_invalid')
  const purchase = describePurchase(command, { checkout, chosen, approval, now })
  checkTerms(purchase, approval)
  return purchase
}

/** Insurance can be chosen with hasInsurance, or with the id of the insured twin. */
function chooseOption(checkout: Checkout, { optionId, hasInsurance }: AuthorizeCommand): ChosenOption {
  const chosen = checkout.findOption(optionId)
  if (chosen === undefined) throw new RequestError('option_invalid')
  if (chosen.isInsured) {
    if (hasInsurance === false)
      throw new RequestError('option_invalid', {
        message: 'Invalid optionId: the option has credit insurance, and hasInsurance is false',
      })
    return chosen
  }
  if (hasInsurance !== true) return chosen
  if (chosen.insuranceOption === undefined) throw new RequestError('insurance_unavailable')
  return { option: chosen.insuranceOption, insuranceOption: undefined, isInsured: true }
}

function describePurchase(
  { retailerId, optionId, orderId, name }: AuthorizeCommand,
  made: {
    readonly checkout: Checkout
    readonly chosen: ChosenOption
    readonly approval: Approval
    readonly now: Date
  },
): Purchase {
  const { checkout, chosen, approval, now } = made
  const { option, insuranceOption, isInsured } = chosen
  const { customer, cart } = checkout.openDetails(approval.dataKey)
  const state = { status: 'PENDING', step: 'WAITING' } as const
  return {
    ...UNSET_MEMBERS,
    id: newId(now.getTime()),
    retailerId,
    orderId,
    optionId,
    checkoutId: checkout.id,
    decisionId: checkout.decisionId,
    cpfIndex: checkout.cpfIndex,
    ...state,
    cancelReason: 'UNSPECIFIED_CANCEL_REASON',
    hasInsurance: isInsured,
    contract: option,
    insuredContract: insuranceOption,
    customer: name === undefined ? customer : { ...customer, name: parseName(name) },
    ...(cart.products === undefined ? {} : { products: cart.products }),
    ...(cart.description === undefined ? {} : { description: cart.description }),
    shippingCentavos: cart.shippingCentavos,
    // Interest and due dates count from the day of the quote, even when it is accepted later.
    purchaseDate: calendarDateAt(checkout.createdAt),
    purchaseCentavos: checkout.purchaseCentavos,
    downPaymentCentavos: option.downPaymentCentavos,
    netLoanCentavos: checkout.purchaseCentavos - option.downPaymentCentavos,
    approvedLimitCentavos: approval.limitCentavos,
    onboardingToken: newOnboardingToken(),
    lastSequence: 1,
    moveCount: 1,
    deadlineAt: computeDeadline(undefined, state, { now, downPaymentExpiresAt: undefined }),
    createdAt: now,
    changedAt: now,
    refund: undefined,
  }
}

function checkTerms({ netLoanCentavos, contract }: Purchase, approval: Approval): void {
  if (netLoanCentavos > approval.limitCentavos) throw new RequestError('limit_exceeded')
  // Quoted before another contract of this person started: the fee is lawful once, so the quoted figures are void.
  if (contract.tcCentavos > 0 && approval.hadContract) throw new RequestError('option_expired')
}

/** Everything stored about an option of this retailer. */
interface QuotedOption {
  /** The purchase that used it. */
  readonly known: Purchase | undefined
  readonly checkout: Checkout | undefined
  readonly approval: Approval | undefined
}

type ReadQuotedOption = (option: UsedOption) => Promise<QuotedOption>

const MAX_ITEMS = 32
const MAX_BATCHES = 2

/** Concurrent look-ups share one query. */
function createQuotedOptions(context: {
  readonly database: Database
  readonly secrets: Secrets
}): ReadQuotedOption {
  const { database, secrets } = context
  return createBatcher<UsedOption, QuotedOption>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    async run(options) {
      const [known, checkouts] = await Promise.all([
        findPurchasesByOption(database, secrets, options),
        findCheckoutsOf(database, secrets, options),
      ])
      const decisions = checkouts.flatMap(checkout => checkout?.decisionId ?? [])
      const approvals = await findApprovals(database, secrets, decisions)
      const byDecision = new Map(decisions.map((id, index) => [id, approvals[index]]))
      return checkouts.map((checkout, index) => ({
        known: known[index],
        checkout,
        approval: checkout && byDecision.get(checkout.decisionId),
      }))
    },
  })
}

/** Everything that one authorization writes: all or nothing. */
interface AuthorizationRecord {
  readonly purchase: Purchase
  /** Present when there is a down payment. */
  readonly issued: Awaited<ReturnType<BilletIssuer['compose']>> | undefined
  /** The payment link that it claims. */
  readonly linkId?: string | undefined
  /** Stores the answer with it. */
  readonly remember?: ((tx: Transaction) => Promise<void>) | undefined
}

/**
 * `contested`: nothing was written, because this record, or another of the same batch, collides with a concurrent
 * change. Write it again alone, where it can wait and be refused without affecting others.
 */
type WriteAuthorization = (record: AuthorizationRecord) => Promise<'written' | 'contested'>

/** A batch waits only briefly for locks; the record that has to wait is written alone. */
const SHARED_LOCK_WAIT_MS = 100

/** Calls that finish together share one transaction, and so one flush to disk. */
function createAuthorizationRecords(app: App): WriteAuthorization {
  return createBatcher<AuthorizationRecord, 'written' | 'contested'>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    keyOf: ({ purchase }) => purchase.cpfIndex.toString('latin1'),
    async run(records) {
      try {
        await writeAuthorizations(app, records, SHARED_LOCK_WAIT_MS)
        return records.map(() => 'written')
      } catch (error) {
        if (isDatabaseUnavailable(error) || (records.length === 1 && !isLockTimeout(error))) throw error
        return records.map(() => 'contested')
      }
    },
  })
}

/** The policy in force counts, not that of the quotation: another retailer may have lent since. */
async function describeContract({ credit }: App, purchase: Purchase) {
  const { document } = await credit.policies.getCurrent(purchase.retailerId)
  const { customer } = document
  return {
    ...purchase,
    transactionId: purchase.id,
    hasStarted: false,
    financedCentavos: purchase.netLoanCentavos,
    mostContracts: customer?.livingContracts ?? 1,
    mostFinancedCentavos: customer === undefined ? null : parseReais(customer.totalExposure),
  }
}

/**
 * Everything is sent together with the commit. The first statement refuses an option or order that has a purchase,
 * before the check for another contract of the customer.
 */
async function writeAuthorizations(
  app: App,
  records: readonly AuthorizationRecord[],
  lockWaitMs: number,
): Promise<void> {
  const { database, secrets, clock } = app
  const purchases = records.map(({ purchase }) => purchase)
  const contracts = await Promise.all(purchases.map(purchase => describeContract(app, purchase)))
  const issued = records.flatMap(record => record.issued ?? [])
  const now = clock.now()
  await database.transaction(async tx => {
    limitLockWait(tx, lockWaitMs)
    insertPurchases(tx, secrets, purchases, { event: 'authorized', by: 'retailer' })
    openContracts(tx, contracts)
    app.authorizations.billetIssuer.store(tx, issued, now)
    appendEvents(tx, purchases.flatMap(describeAuthorized), now)
    for (const { purchase, linkId } of records)
      if (linkId !== undefined) await app.reactions.linkUsed(tx, linkId, purchase, now)
    await Promise.all(records.map(({ remember }) => remember?.(tx)))
  })
}

const describeAuthorized = (purchase: Purchase) =>
  composeWebhookEvents({ ...purchase, lastSequence: 0 }, { entersStep: true, publishes: undefined })
