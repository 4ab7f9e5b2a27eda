import type { App } from '../../app/app.ts'
import type { InstallmentState } from '../../brand/ring.ts'
import { ACCOUNT_PATH } from '../../contract/account.ts'
import { MESSAGE_CHANNELS } from '../../contract/messages.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateAt,
  daysBetween,
  endOfDay,
} from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { JobPostponed, sendJob } from '../../platform/jobs/queue.ts'
import { listContractsOf } from '../credit/index.ts'
import { applyEmails, listRequestsOf } from '../customers/index.ts'
import type { FindLenderContact } from '../lender/index.ts'
import {
  composeMessage,
  computeSendTime,
  listChannels,
  listContacts,
  listPosted,
  type RemindedInstallment,
  type UnsentMessage,
  wasNotSent,
} from '../messaging/index.ts'
import { findPurchase, lockPurchase, type Purchase } from '../purchases/index.ts'
import { readDebt } from '../receivables/index.ts'
import { REMIND_CUSTOMER, type ReminderPayload } from './find-due-steps.ts'
import {
  type CollectionStep,
  computeContactWindow,
  findDueReminder,
  findTemplate,
  isAfter,
  isReminder,
  listFreeChannels,
} from './steps.ts'
import { listStopped } from './stop-store.ts'
import { insertStep, listSteps, lockCustomer } from './store.ts'

/**
 * A reminder could not be sent while it was true: the gateway was out of order until the hours were over, perhaps before
 * a Sunday. What is left to say is decided on the next day on which customers may be contacted.
 */
export function remindAgain({ clock }: App, tx: Transaction, message: UnsentMessage): void {
  if (!isReminder(message.template)) return
  const { retailerId, transactionId } = message
  const payload: ReminderPayload = { retailerId, transactionId }
  const now = clock.now()
  const runAt = message.isExpired ? now : new Date(endOfDay(calendarDateAt(now)).getTime() + 1)
  sendJob(tx, { kind: REMIND_CUSTOMER, key: transactionId, runAt, payload })
}

/** An installment with the newest step that has come for it. */
interface DueReminder {
  readonly purchase: Purchase
  readonly owed: Awaited<ReturnType<typeof readDebt>>['open'][number]
  readonly step: CollectionStep
  /** Of all installments of the contract. */
  readonly states: readonly InstallmentState[]
}

/**
 * Handles the job: one message on each channel about everything of the customer that is due, in hours in which customers
 * may be contacted. It is decided at that time, so that a customer who has paid meanwhile gets no message.
 */
export async function remindCustomer(app: App, given: unknown): Promise<void> {
  const { retailerId, transactionId } = given as ReminderPayload
  const { database, secrets, clock } = app
  const found = await findPurchase(database, secrets, { retailerId, id: transactionId })
  const [purchase] = await applyEmails(app, found === undefined ? [] : [found])
  if (purchase?.status !== 'OPEN') return
  const now = clock.now()
  const sendAt = computeSendTime('COLLECTION', now, purchase.customer.phone)
  if (sendAt > now) throw new JobPostponed(sendAt)
  const cpfIndex = secrets.computeBlindIndex('cpf', purchase.customer.cpf)
  const creditor = await findCreditor(app, cpfIndex, purchase)
  await database.transaction(async tx => {
    await lockCustomer(tx, cpfIndex)
    const purchases = await lockPurchasesOf(app, tx, cpfIndex, creditor)
    await remind(app, tx, { purchase, creditor, due: await listDue(app, tx, purchases) })
  })
}

interface Creditor {
  readonly lender: Awaited<ReturnType<FindLenderContact>>
  /** The customer's living purchases that this lender finances, in the order in which everybody locks purchases. */
  readonly transactionIds: readonly string[]
  /** By retailer. */
  readonly shops: ReadonlyMap<string, string>
}

/** Read before anything is locked. */
async function findCreditor(
  { database, retailers, findLenderContact }: App,
  cpfIndex: Buffer,
  { retailerId }: Purchase,
): Promise<Creditor> {
  const lender = await findLenderContact(retailerId)
  const shops = new Map<string, string>()
  const transactionIds: string[] = []
  for (const contract of await listContractsOf(database, cpfIndex)) {
    if (!contract.isLiving) continue
    if ((await findLenderContact(contract.retailerId))?.cnpj !== lender?.cnpj) continue
    transactionIds.push(contract.transactionId)
    shops.set(contract.retailerId, (await retailers.getRetailer(contract.retailerId)).name)
  }
  return { lender, transactionIds: transactionIds.sort(), shops }
}

/** Without disputed purchases, about which no reminder is sent before the answer, and those that a case has stopped. */
async function lockPurchasesOf(
  { secrets }: App,
  tx: Transaction,
  cpfIndex: Buffer,
  { transactionIds }: Creditor,
): Promise<Purchase[]> {
  const requests = await listRequestsOf(tx, secrets, cpfIndex)
  const isDisputed = (id: string): boolean =>
    requests.some(({ transactionId, answeredAt }) => transactionId === id && answeredAt === undefined)
  const stopped = await listStopped(tx, transactionIds)
  const purchases: Purchase[] = []
  for (const id of transactionIds) {
    const purchase = isDisputed(id) || stopped.has(id) ? undefined : await lockPurchase(tx, secrets, id)
    if (purchase?.status === 'OPEN') purchases.push(purchase)
  }
  return purchases
}

/** The oldest first. */
async function listDue(
  { secrets, clock }: App,
  tx: Transaction,
  purchases: readonly Purchase[],
): Promise<DueReminder[]> {
  const today = calendarDateAt(clock.now())
  const due = await Promise.all(
    purchases.map(async purchase => {
      const { open } = await readDebt({ database: tx, secrets }, purchase, today)
      const states = describeStates(open)
      return open.flatMap(owed => {
        const step = findDueReminder(owed.dueDate, today)
        return step === undefined ? [] : [{ purchase, owed, step, states }]
      })
    }),
  )
  return due.flat().toSorted((a, b) => (a.owed.dueDate < b.owed.dueDate ? -1 : 1))
}

/** What is not open is paid. */
function describeStates(open: Awaited<ReturnType<typeof readDebt>>['open']): InstallmentState[] {
  const next = open.find(({ daysLate }) => daysLate === 0)
  return Array.from({ length: open[0]?.installmentCount ?? 0 }, (_, index) => {
    const owed = open.find(({ installmentNumber }) => installmentNumber === index + 1)
    if (owed === undefined) return 'paid'
    if (owed.daysLate > 0) return 'late'
    return owed === next ? 'next' : 'open'
  })
}

async function remind(
  app: App,
  tx: Transaction,
  about: {
    readonly purchase: Purchase
    readonly creditor: Creditor
    readonly due: readonly DueReminder[]
  },
): Promise<void> {
  const { secrets, clock, messages, publicUrl } = app
  const { purchase, creditor, due } = about
  const { lender } = creditor
  const now = clock.now()
  const today = calendarDateAt(now)
  const lead = await findLead(tx, due, today)
  const template = lead && findTemplate(lead.step)
  if (lead === undefined || template === undefined) return
  const { id: transactionId, retailerId, customer } = purchase
  const { phone, email, name: customerName } = customer
  const phoneIndex = secrets.computeBlindIndex('phone', phone)
  const contacts = await listContacts(tx, phoneIndex, computeContactWindow(now))
  const served = listChannels(template).filter(channel => messages.canSend(channel))
  const channels = listFreeChannels(served, contacts, now)
  const outcome = channels.length === 0 ? 'skipped' : 'done'
  // Every step in the message counts as taken: another job finds nothing left to send.
  for (const { purchase: of, owed, step } of due)
    await insertStep(tx, {
      transactionId: of.id,
      installmentNumber: owed.installmentNumber,
      step,
      outcome,
      takenAt: now,
    })
  const facts = {
    customerName,
    accountUrl: `${publicUrl}${ACCOUNT_PATH}`,
    creditor: lender,
    today,
    installments: due.map(each => describeInstallment(creditor, each)),
    // One strip stands for one contract.
    states: due.every(each => each.purchase === lead.purchase) ? lead.states : undefined,
  }
  const intent = lead.isAgain ? nameOfDay(nameIntent(lead), today) : nameIntent(lead)
  for (const channel of channels) {
    const to = channel === 'SMS' ? phone : email
    // A message that could not be sent today would be wrong tomorrow.
    const expiresAt = endOfDay(today)
    const envelope = { retailerId, transactionId, channel, to, phone, lender, expiresAt }
    const message = composeMessage(template, facts, { ...envelope, intent: `${intent}:${channel}` })
    await messages.post(tx, message, now)
  }
}

/** The latest step among those that were not taken, or not sent: it says what the message is about. */
async function findLead(
  tx: Transaction,
  due: readonly DueReminder[],
  today: CalendarDate,
): Promise<(DueReminder & { readonly isAgain: boolean }) | undefined> {
  const taken = await listSteps(tx, [...new Set(due.map(({ purchase }) => purchase.id))])
  let lead: (DueReminder & { readonly isAgain: boolean }) | undefined
  for (const each of due) {
    const { purchase, owed, step } = each
    const before = taken.find(
      other =>
        other.transactionId === purchase.id &&
        other.installmentNumber === owed.installmentNumber &&
        other.step === step,
    )
    if (lead !== undefined && !isAfter(step, lead.step)) continue
    if (before !== undefined && !(await isUnsent(tx, each, calendarDateAt(before.takenAt), today))) continue
    lead = { ...each, isAgain: before !== undefined }
  }
  return lead
}

const nameIntent = ({ step, purchase, owed }: DueReminder): string =>
  `${step}:${purchase.id}:${owed.installmentNumber}`

/** Of a message that is sent again on a later day. */
const nameOfDay = (intent: string, day: CalendarDate): string => `${intent}:${day}`

/** A message is tried again on so many days: by then the next step has come. */
const TRIED_DAYS = 14

/** No service took the message on any of the days on which it was tried. */
async function isUnsent(
  tx: Transaction,
  reminder: DueReminder,
  takenOn: CalendarDate,
  today: CalendarDate,
): Promise<boolean> {
  const days = daysBetween(takenOn, today)
  if (days < 1 || days > TRIED_DAYS) return false
  const intent = nameIntent(reminder)
  const tried = Array.from({ length: days }, (_, index) => nameOfDay(intent, addDays(takenOn, index + 1)))
  const posted = await listPosted(
    tx,
    [intent, ...tried].flatMap(each => MESSAGE_CHANNELS.map(channel => `${each}:${channel}`)),
  )
  return posted.length > 0 && posted.every(wasNotSent)
}

function describeInstallment({ shops }: Creditor, { purchase, owed }: DueReminder): RemindedInstallment {
  return {
    shop: shops.get(purchase.retailerId) ?? '',
    contract: purchase.id,
    installmentNumber: owed.installmentNumber,
    installments: owed.installmentCount,
    dueDate: owed.dueDate,
    faceCentavos: owed.openFaceCentavos,
    totalCentavos: owed.totalCentavos,
  }
}
