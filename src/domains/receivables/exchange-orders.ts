import type { App } from '../../app/app.ts'
import { InputError } from '../../kernel/faults.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { NumberMarks } from '../../platform/deployment/number-marks.ts'
import { type LenderAccount, listAccounts } from '../lender/index.ts'
import { type BankReport, BankReportError } from './billets/billet.ts'
import { LARGEST_REMITTANCE, writeRemittance } from './billets/cnab/remittance.ts'
import { parseReturn, type ReturnFile } from './billets/cnab/return-file.ts'
import type { Bank } from './billets/orders.ts'
import { listPendingOrders, listRemittanceTitles, openRemittance } from './billets/store/orders.ts'
import { nameFiles } from './billets/store/our-numbers.ts'
import {
  type FileRow,
  insertFile,
  lockUnwritten,
  markRemittanceWritten,
} from './billets/store/remittance-files.ts'
import { advanceByFile } from './billets/store/watermarks.ts'
import { type BookedReport, creditPayment } from './credit-payment.ts'

/* How orders reach a bank and its reports come back. */

/**
 * Writes the pending orders of an account to a file, or the file of an export that was interrupted. Undefined when no
 * order waits. Until `write` has succeeded, the next export writes the same bytes.
 */
export async function exportOrders(
  app: App,
  account: LenderAccount,
  write: (text: string) => Promise<void>,
): Promise<{ readonly fileSequence: number; readonly titleCount: number } | undefined> {
  const now = app.clock.now()
  const file = await composeRemittanceFile(app, account, now).catch(error => {
    throw error instanceof InputError ? new InputError(`no file was written. ${error.message}`) : error
  })
  if (file === undefined) return undefined
  await write(file.text)
  await markRemittanceWritten(app.database, { ...file, accountId: account.id }, now)
  return file
}

const PAGE = 200

/**
 * Sends the pending orders of an account to a bank that takes them directly, and books its answers. Each answer has a
 * reference derived from its order, so a crash or a second worker only repeats known reports. Returns how many answers
 * came.
 */
export async function exchangeOrders(app: App, bank: Bank, accountId: string): Promise<number> {
  let answered = 0
  for (let after = ''; ; ) {
    const orders = await listPendingOrders(app.database, app.secrets, { accountId, after, limit: PAGE })
    const accepted = await Promise.all(orders.map(order => bank.accepts(order)))
    const reports = await bank.send(orders.filter((_, index) => accepted[index]))
    for (const report of reports) await creditPayment(app, report)
    answered += reports.length
    if (orders.length < PAGE) return answered
    after = orders.at(-1)?.id ?? after
  }
}

interface TakenReturn {
  readonly file: ReturnFile
  readonly booked: readonly (readonly [BankReport, BookedReport])[]
  /** Accounts whose watermark waits for an earlier file, with its number. */
  readonly missing: readonly { readonly accountId: string; readonly fileSequence: number }[]
}

/**
 * Books everything that a return file reports. Repeated, it changes nothing. `begin` is called with the file before
 * anything of it is booked.
 */
export async function takeReturnFile(
  app: App,
  { path, bytes }: { readonly path: string; readonly bytes: Buffer },
  begin: (file: ReturnFile) => void,
): Promise<TakenReturn> {
  const file = parseFile(path, bytes)
  begin(file)
  const accounts = await listHolders(app, file)
  const booked = await bookAll(app, file.reports)
  // After its reports: a crash in between leaves the watermark behind, which only delays.
  return { file, booked, missing: await advanceWatermarks(app, file, accounts) }
}

/** Latin-1 reads every byte as one character: positions are counted in bytes. */
function parseFile(path: string, bytes: Buffer): ReturnFile {
  try {
    return parseReturn(bytes.toString('latin1'))
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${path} was not imported. ${error.message}`)
    throw error
  }
}

/** Another company's file would fill the suspense account with money that we never received. */
async function listHolders(
  { database, secrets }: App,
  { bank, account }: ReturnFile,
): Promise<LenderAccount[]> {
  const isSame = (one: string, other: string) => Number(one) === Number(other)
  const { accounts } = await listAccounts(database, secrets)
  const holders = accounts.filter(
    each =>
      each.bank.bank === bank &&
      isSame(each.bank.agency, account.agency) &&
      isSame(each.bank.account, account.account),
  )
  if (holders.length === 0)
    throw new InputError(
      `the file is for account ${account.agency}/${account.account} of bank ${bank}, which is not an account of the lender`,
    )
  // Several agreements of one account have files of their own.
  const named = holders.filter(each => each.bank.agreement === account.agreement)
  return named.length > 0 ? named : holders
}

/** Concurrent, because most of the time is spent waiting for the disk. */
const LANES = 4

/** Several titles concurrently, but the reports of one title in the order of the file. */
async function bookAll(app: App, reports: readonly BankReport[]): Promise<TakenReturn['booked']> {
  const booked: (readonly [BankReport, BookedReport])[] = []
  const bookLane = async (lane: number): Promise<void> => {
    for (const [at, report] of reports.entries())
      if ((report.ourNumber ?? 0) % LANES === lane) booked[at] = [report, await creditPayment(app, report)]
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, (_, lane) => bookLane(lane)))
  for (const lane of lanes) {
    if (lane.status !== 'rejected') continue
    throw lane.reason instanceof BankReportError ? new InputError(lane.reason.message) : lane.reason
  }
  return booked
}

async function advanceWatermarks(
  { database, clock }: App,
  { fileSequence, createdOn }: ReturnFile,
  accounts: readonly LenderAccount[],
): Promise<TakenReturn['missing']> {
  if (createdOn === undefined) return []
  const missing: { accountId: string; fileSequence: number }[] = []
  for (const { id: accountId } of accounts) {
    const first = await advanceByFile(database, accountId, { fileSequence, createdOn }, clock.now())
    if (first !== undefined) missing.push({ accountId, fileSequence: first })
  }
  return missing
}

interface RemittanceFile {
  readonly fileSequence: number
  readonly titleCount: number
  readonly text: string
}

/**
 * Continues a file that was opened and not finished, or opens a new one with the pending orders; undefined when there
 * are none. If a title cannot be written, the whole transaction rolls back: no file number is used and no order counts
 * as sent.
 */
export function composeRemittanceFile(
  context: {
    readonly database: Database
    readonly secrets: Secrets
    readonly marks?: NumberMarks | undefined
  },
  account: LenderAccount,
  now: Date,
): Promise<RemittanceFile | undefined> {
  return context.database.transaction(async tx => {
    const file = await takeFile(tx, account.id, now)
    if (file === undefined) return undefined
    const { fileSequence, createdAt } = file
    await context.marks?.cover(nameFiles(account.id), fileSequence)
    const titles = await listRemittanceTitles(tx, context.secrets, { accountId: account.id, fileSequence })
    const text = writeRemittance({ account, fileSequence, createdAt, titles })
    return { fileSequence, titleCount: titles.length, text }
  })
}

async function takeFile(tx: Transaction, accountId: string, now: Date): Promise<FileRow | undefined> {
  const unwritten = await lockUnwritten(tx, accountId)
  if (unwritten !== undefined) return unwritten
  const fileSequence = await openRemittance(tx, accountId, LARGEST_REMITTANCE)
  if (fileSequence === undefined) return undefined
  const file = { fileSequence, createdAt: now }
  await insertFile(tx, accountId, file)
  return file
}
