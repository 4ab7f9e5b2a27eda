import type { App } from '../app/app.ts'
import { type LenderAccount, listAccounts } from '../domains/lender/index.ts'
import {
  advanceByFile,
  advanceWatermark,
  type BankReport,
  BankReportError,
  type BookedReport,
  composeRemittanceFile,
  creditPayment,
  markRemittanceWritten,
  parseReturn,
  type ReturnFile,
} from '../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { getFileAccount, readBankFile, writeWhole } from './bank-files.ts'
import { type Command, getOption } from './command.ts'

/** Concurrent, because most of the time is spent waiting for the disk. */
const LANES = 4

export const bankCommands: Readonly<Record<string, Command>> = {
  'bank export': {
    async run(services, line) {
      const path = getOption(line, 'file')
      const account = await getFileAccount(services, getOption(line, 'account'))
      const now = services.clock.now()
      const file = await composeRemittanceFile(services, account, now).catch(refuse)
      if (file === undefined) return 'no orders wait for this account'
      await writeWhole(path, file.text)
      await markRemittanceWritten(services.database, { ...file, accountId: account.id }, now)
      line.act?.tell(account.id, { file: file.fileSequence, orders: file.titleCount })
      return `file ${file.fileSequence} with ${file.titleCount} orders is in ${path}`
    },
  },

  'bank import': {
    async run(services, line) {
      const path = getOption(line, 'file')
      const { bytes, trace } = await readBankFile(path)
      line.act?.tell(undefined, trace)
      const file = parseFile(path, bytes)
      line.act?.tell(`${file.bank}:${file.fileSequence}`, trace)
      const accounts = await listHolders(services, file)
      const settled = await settleAll(services, file.reports)
      // After its reports: a crash in between leaves the watermark behind, which only delays.
      return [...presentImport(file, settled), ...(await advanceWatermarks(services, file, accounts))].join(
        '\n',
      )
    },
  },

  'bank read-until': {
    async run(services, line) {
      const account = await getFileAccount(services, getOption(line, 'account'))
      const readUntil = parseDay(getOption(line, 'date'))
      const now = services.clock.now()
      if (readUntil >= calendarDateAt(now)) throw new InputError('--date must be a day that is over')
      await advanceWatermark(services.database, { accountId: account.id, rail: 'BILLET', readUntil }, now)
      line.act?.tell(account.id, { readUntil })
      return `account ${account.id} counts as read until ${readUntil}`
    },
  },
}

function parseDay(text: string): CalendarDate {
  try {
    return parseCalendarDate(text)
  } catch {
    throw new InputError('--date must be a day such as 2026-11-16')
  }
}

type Settled = readonly [BankReport, BookedReport]

/** Several titles concurrently, but the reports of one title in the order of the file. */
async function settleAll(services: App, reports: readonly BankReport[]): Promise<Settled[]> {
  const settled: Settled[] = []
  const settleLane = async (lane: number): Promise<void> => {
    for (const [at, report] of reports.entries())
      if ((report.ourNumber ?? 0) % LANES === lane)
        settled[at] = [report, await creditPayment(services, report)]
  }
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, (_, lane) => settleLane(lane)))
  for (const lane of lanes) {
    if (lane.status !== 'rejected') continue
    throw lane.reason instanceof BankReportError ? new InputError(lane.reason.message) : lane.reason
  }
  return settled
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

async function advanceWatermarks(
  { database, clock }: App,
  { fileSequence, createdOn }: ReturnFile,
  accounts: readonly LenderAccount[],
): Promise<string[]> {
  if (createdOn === undefined) return ['the file has no creation date: it advances no account']
  const lines: string[] = []
  for (const { id } of accounts) {
    const missing = await advanceByFile(database, id, { fileSequence, createdOn }, clock.now())
    if (missing !== undefined)
      lines.push(`account ${id} waits for file ${missing}: import it, and then the later ones again`)
  }
  return lines
}

function presentImport({ bank, fileSequence }: ReturnFile, settled: readonly Settled[]): string[] {
  const count = (outcome: BookedReport['outcome']) =>
    settled.filter(([, each]) => each.outcome === outcome).length
  const cases = settled.flatMap(([report, { outcome, caseId, reason }]) =>
    outcome === 'suspense' || outcome === 'held' ? [`case ${caseId}: ${reason}, ${report.reference}`] : [],
  )
  const rejections = settled.flatMap(([{ kind, ourNumber, reasons }, { outcome }]) =>
    (kind === 'rejected' || kind === 'refused') && outcome === 'noted'
      ? [`${kind} our-number ${ourNumber ?? 'unknown'}: ${reasons.join(', ')}`]
      : [],
  )
  const outcomes = ['credited', 'partial', 'suspense', 'held', 'noted', 'repeated'] as const
  const counts = outcomes.map(outcome => `${outcome} ${count(outcome)}`).join(', ')
  return [`file ${fileSequence} of bank ${bank}: ${counts}`, ...cases, ...rejections]
}

function refuse(error: unknown): never {
  if (error instanceof InputError) throw new InputError(`no file was written. ${error.message}`)
  throw error
}
