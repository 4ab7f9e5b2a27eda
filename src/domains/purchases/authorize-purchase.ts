import type { App } from '../../app/app.ts'
import { SOURCES, type Source } from '../../contract/enums.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { isLockTimeout } from '../../platform/db/database-errors.ts'
import { checkSelling, findLivingContract, isContractInProgress } from '../quoting/index.ts'
import {
  type Billet,
  type ComposeReceivables,
  createReceivablesComposer,
  listBillets,
  omitReplaced,
} from '../receivables/index.ts'
import { createQuotedOptions, type ReadQuotedOption } from './authorization-reading.ts'
import {
  type AuthorizationRecord,
  createAuthorizationRecords,
  type WriteAuthorization,
  writeAuthorizations,
} from './authorization-record.ts'
import { type AuthorizeCommand, composePurchase } from './compose-purchase.ts'
import { describeDownPayment } from './down-payment.ts'
import { isOptionOrOrderTaken } from './insert.ts'
import { presentMaskedPhone } from './present-customer.ts'
import type { Purchase } from './purchase.ts'
import { findIdByOrder, findPurchasesByOption } from './store.ts'

export interface AuthorizedPurchase {
  readonly purchase: Purchase
  readonly downPaymentBillet: Billet | undefined
  readonly maskedPhone: string
}

/** Shared by all authorizations of one process. */
export interface Authorizations {
  readonly readQuotedOption: ReadQuotedOption
  readonly composeReceivables: ComposeReceivables
  readonly write: WriteAuthorization
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
    composeReceivables: createReceivablesComposer(app),
    write: createAuthorizationRecords(app),
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
      : await authorizations.composeReceivables(describeDownPayment(purchase))
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
    // What was stored with the purchase is gone with it.
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
  // One that may lose its link travels alone: it would take others down with it.
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
  const [known] = await findPurchasesByOption(database, app.secrets, [command])
  if (known === undefined)
    throw conflict(
      'order_already_authorized',
      command,
      'orderId',
      await findIdByOrder(database, retailerId, orderId),
    )
  return repeatAnswer(app, command, known)
}

/** Names the retailer's own purchase that is in the way. A customer at a payment link is not told its id. */
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
  { database, secrets }: App,
  command: AuthorizeCommand,
  known: Purchase,
): Promise<AuthorizedPurchase> {
  const { retailerId, orderId } = command
  if (known.orderId !== orderId) throw conflict('option_already_used', command, 'optionId', known.id)
  return presentAuthorized(known, omitReplaced(await listBillets(database, secrets, retailerId, known.id)))
}

function presentAuthorized(purchase: Purchase, billets: readonly Billet[]): AuthorizedPurchase {
  return {
    purchase,
    downPaymentBillet: billets.find(({ kind }) => kind === 'down-payment'),
    maskedPhone: presentMaskedPhone(purchase.customer.phone),
  }
}
