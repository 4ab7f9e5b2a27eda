import type { App } from '../../app/app.ts'
import { ACCOUNT_PATH } from '../../contract/account.ts'
import { calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { JobPostponed } from '../../platform/jobs/queue.ts'
import { listContractsOf } from '../credit/index.ts'
import { applyEmails, listRequestsOf } from '../customers/index.ts'
import type { FindLenderContact } from '../lender/index.ts'
import {
  composeMessage,
  computeSendTime,
  listChannels,
  listContacts,
  type RemindedInstallment,
} from '../messaging/index.ts'
import { findPurchase, lockPurchase, type Purchase } from '../purchases/index.ts'
import { readDebt } from '../receivables/index.ts'
import type { ReminderPayload } from './find-due-steps.ts'
import {
  type CollectionStep,
  computeContactWindow,
  findDueReminder,
  findTemplate,
  isAfter,
  listFreeChannels,
} from './steps.ts'
import { insertStep, listSteps, lockCustomer } from './store.ts'

/** An installment with the newest step that has come for it. */
interface DueReminder {
  readonly purchase: Purchase
  readonly owed: Awaited<ReturnType<typeof readDebt>>['open'][number]
  readonly step: CollectionStep
}

/**
 * Handles the job: one message on each channel about everything of the customer that is due, in hours in which customers
 * may be contacted. It is decided at that time, so that a customer who has paid meanwhile gets no message.
 */
export async function remindCustomer(app: App, given: unknown): Promise<void> {
  const { retailerId, transactionId } = given as ReminderPayload
  const { database, secrets, clock } = app
  const found = await findPurchase(database, secrets, retailerId, transactionId)
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

/** Without disputed purchases: no reminder is sent before the answer. */
async function lockPurchasesOf(
  { secrets }: App,
  tx: Transaction,
  cpfIndex: Buffer,
  { transactionIds }: Creditor,
): Promise<Purchase[]> {
  const requests = await listRequestsOf(tx, secrets, cpfIndex)
  const isDisputed = (id: string): boolean =>
    requests.some(({ transactionId, answeredAt }) => transactionId === id && answeredAt === undefined)
  const purchases: Purchase[] = []
  for (const id of transactionIds) {
    const purchase = isDisputed(id) ? undefined : await lockPurchase(tx, secrets, id)
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
      return open.flatMap(owed => {
        const step = findDueReminder(owed.dueDate, today)
        return step === undefined ? [] : [{ purchase, owed, step }]
      })
    }),
  )
  return due.flat().toSorted((a, b) => (a.owed.dueDate < b.owed.dueDate ? -1 : 1))
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
  const lead = await findLead(tx, due)
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
  }
  const intent = `${lead.step}:${lead.purchase.id}:${lead.owed.installmentNumber}`
  for (const channel of channels) {
    const to = channel === 'SMS' ? phone : email
    // A message that could not be sent today would be wrong tomorrow.
    const expiresAt = endOfDay(today)
    const envelope = { retailerId, transactionId, channel, to, phone, lender, expiresAt }
    const message = composeMessage(template, facts, { ...envelope, intent: `${intent}:${channel}` })
    await messages.post(tx, message, now)
  }
}

/** The latest step among those that were not taken: it says what the message is about. */
async function findLead(tx: Transaction, due: readonly DueReminder[]): Promise<DueReminder | undefined> {
  const taken = await listSteps(tx, [...new Set(due.map(({ purchase }) => purchase.id))])
  const isTaken = ({ purchase, owed, step }: DueReminder): boolean =>
    taken.some(
      each =>
        each.transactionId === purchase.id &&
        each.installmentNumber === owed.installmentNumber &&
        each.step === step,
    )
  let lead: DueReminder | undefined
  for (const each of due)
    if (!isTaken(each) && (lead === undefined || isAfter(each.step, lead.step))) lead = each
  return lead
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
