import { advanceWatermark, exportOrders, takeReturnFile } from '../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { getFileAccount, readBankFile, writeWhole } from './bank-files.ts'
import { type Command, getOption } from './command.ts'

export const bankCommands: Readonly<Record<string, Command>> = {
  'bank export': {
    async run(services, line) {
      const path = getOption(line, 'file')
      const account = await getFileAccount(services, getOption(line, 'account'))
      const file = await exportOrders(services, account, text => writeWhole(path, text))
      if (file === undefined) return 'no orders wait for this account'
      line.act?.tell(account.id, { file: file.fileSequence, orders: file.titleCount })
      return `file ${file.fileSequence} with ${file.titleCount} orders is in ${path}`
    },
  },

  'bank import': {
    async run(services, line) {
      const path = getOption(line, 'file')
      const { bytes, trace } = await readBankFile(path)
      line.act?.tell(undefined, trace)
      const taken = await takeReturnFile(services, { path, bytes }, file =>
        line.act?.tell(`${file.bank}:${file.fileSequence}`, trace),
      )
      return presentImport(taken)
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

function presentImport({ file, booked, missing }: Awaited<ReturnType<typeof takeReturnFile>>): string {
  const { bank, fileSequence, createdOn } = file
  const cases = booked.flatMap(([report, { outcome, caseId, reason }]) =>
    outcome === 'suspense' || outcome === 'held' ? [`case ${caseId}: ${reason}, ${report.reference}`] : [],
  )
  const rejections = booked.flatMap(([{ kind, ourNumber, reasons }, { outcome }]) =>
    (kind === 'rejected' || kind === 'refused') && outcome === 'noted'
      ? [`${kind} our-number ${ourNumber ?? 'unknown'}: ${reasons.join(', ')}`]
      : [],
  )
  const outcomes = ['credited', 'partial', 'suspense', 'held', 'noted', 'repeated'] as const
  const counts = outcomes
    .map(outcome => `${outcome} ${booked.filter(([, each]) => each.outcome === outcome).length}`)
    .join(', ')
  const watermarks =
    createdOn === undefined
      ? ['the file has no creation date: it advances no account']
      : missing.map(
          each =>
            `account ${each.accountId} waits for file ${each.fileSequence}: import it, and then the later ones again`,
        )
  return [`file ${fileSequence} of bank ${bank}: ${counts}`, ...cases, ...rejections, ...watermarks].join(
    '\n',
  )
}
