import { writeRecord } from '../../../../brazil/cnab-record.ts'
import { hasLatinWriting, toAscii } from '../../../../kernel/ascii-text.ts'
import { addDays, calendarDateAt, daysBetween } from '../../../../kernel/calendar-date.ts'
import { InputError } from '../../../../kernel/faults.ts'
import { type BankRules, getBank, type LenderAccount } from '../../../lender/index.ts'
import type { Billet, Payer } from '../billet.ts'
import { computeLastPayDate } from '../debt.ts'
import { findDailyInterest } from '../second-copy.ts'
import type { RemittanceTitle } from '../store/orders.ts'
import {
  batchHeader,
  batchTrailer,
  fileHeader,
  fileTrailer,
  segmentP,
  segmentQ,
  segmentR,
} from './layouts.ts'

interface Remittance {
  readonly account: LenderAccount
  /** Number of the file at this bank: the previous one plus 1. */
  readonly fileSequence: number
  readonly createdAt: Date
  readonly titles: readonly RemittanceTitle[]
}

/** Records are numbered with five digits, and a title takes up to three records. */
export const LARGEST_REMITTANCE = 10_000

const LINE_END = '\r\n'
const BATCH = 1
const MOVEMENT_CODES = { register: '01', 'write-off': '02' } as const
const FINE_PERCENT = '2'
/** Two decimals: the maximum that consumer law allows (CDC art. 52 §1). */
const FINE_RATE = 200
const ADDRESS_LENGTH = 40
const NOT_KNOWN = 'NAO INFORMADO'

/** A CNAB 240 file with one batch of orders. The same orders always give the same file. */
export function writeRemittance(remittance: Remittance): string {
  const { account, titles } = remittance
  if (titles.length === 0 || titles.length > LARGEST_REMITTANCE)
    throw new InputError(`A remittance holds 1 to ${LARGEST_REMITTANCE} titles, not ${titles.length}`)
  const { bank } = account.bank
  const details = writeDetails(remittance)
  const lines = [
    writeFileHeader(remittance),
    writeBatchHeader(remittance),
    ...details,
    writeRecord(batchTrailer, {
      bank,
      batch: BATCH,
      recordCount: details.length + 2,
      titleCount: titles.length,
      titleAmount: titles.reduce((sum, { billet }) => sum + billet.amountCentavos, 0),
    }),
    writeRecord(fileTrailer, { bank, batchCount: 1, lineCount: details.length + 4 }),
  ]
  return lines.map(line => line + LINE_END).join('')
}

function writeFileHeader(remittance: Remittance): string {
  const { createdAt, fileSequence } = remittance
  const { bankName, fileVersion, density } = bankOf(remittance.account).cnab
  return writeRecord(fileHeader, {
    ...describeHolder(remittance.account),
    bankName,
    createdOn: calendarDateAt(createdAt),
    createdTime: timeInSaoPaulo.format(createdAt).replaceAll(':', ''),
    fileSequence,
    version: fileVersion,
    density,
  })
}

function writeBatchHeader(remittance: Remittance): string {
  const { createdAt, fileSequence } = remittance
  const { batchReserved, batchVersion } = bankOf(remittance.account).cnab
  return writeRecord(batchHeader, {
    ...describeHolder(remittance.account),
    batch: BATCH,
    reserved: batchReserved,
    version: batchVersion,
    fileSequence,
    createdOn: calendarDateAt(createdAt),
  })
}

function describeHolder(account: LenderAccount) {
  return {
    ...describeAccount(account),
    document: account.beneficiaryDocument,
    agreement: bankOf(account).cnab.writeAgreement(account.bank),
    name: account.beneficiaryName,
  }
}

function describeAccount(account: LenderAccount) {
  const { bank, agency, account: number } = account.bank
  return { bank, agency, account: number, ...bankOf(account).cnab.computeAccountDigits(account.bank) }
}

function writeDetails({ account, titles }: Remittance): string[] {
  const lines: string[] = []
  for (const title of titles) {
    try {
      lines.push(...writeTitle(account, title, lines.length + 1))
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`Billet ${title.billet.id}: ${error.message}`)
      throw error
    }
  }
  return lines
}

function writeTitle(
  account: LenderAccount,
  { billet, payer, movement }: RemittanceTitle,
  sequence: number,
): string[] {
  if (billet.accountId !== account.id) throw new InputError('it belongs to another account')
  const place = { bank: account.bank.bank, batch: BATCH, movement: MOVEMENT_CODES[movement] }
  const lines = [
    writeRecord(segmentP, { ...place, sequence, ...describeTitle(account, billet) }),
    writeRecord(segmentQ, { ...place, sequence: sequence + 1, ...describePayer(bankOf(account), payer) }),
  ]
  if (movement === 'register' && bearsFine(billet))
    lines.push(writeRecord(segmentR, { ...place, sequence: sequence + 2, ...describeFine(account, billet) }))
  return lines
}

function describeTitle(account: LenderAccount, billet: Billet) {
  const bank = bankOf(account)
  const { cnab } = bank
  return {
    ...describeAccount(account),
    ourNumber: cnab.writeOurNumber(account.bank, billet.printedOurNumber.replace('-', '')),
    handling: cnab.writeHandling(account.bank),
    // If truncated, keep the end: it distinguishes the installments of a purchase.
    documentNumber: billet.documentNumber.slice(-cnab.documentNumberLength),
    dueDate: billet.dueDate,
    amount: billet.amountCentavos,
    titleKind: bank.titleKind.code,
    issuedOn: billet.issuedOn,
    ...describeInterest(bank, billet),
    control: billet.id,
    protest: cnab.protest,
    writeOff: cnab.writeWriteOff(daysBetween(billet.dueDate, computeLastPayDate(billet))),
    currency: cnab.currency,
  }
}

/** A rate or an amount, depending on the code; always two decimals. */
function describeInterest({ lateInterest }: BankRules, billet: Billet) {
  const { code, codeForDailyAmount, codeForNone } = lateInterest
  const byDay = findDailyInterest(billet)
  if (!bearsCharges(billet) || byDay === 0)
    return { interestCode: codeForNone, interest: 0, interestFrom: undefined }
  const interestFrom = firstLateDay(billet)
  // A percentage would charge interest on the charges in the amount of a second copy.
  if (byDay !== undefined) return { interestCode: codeForDailyAmount, interest: byDay, interestFrom }
  const isRate = lateInterest.unit === 'rate-by-month'
  const interest = isRate
    ? lateInterest.hundredthsOfPercent
    : lateInterest.computeCentavos(billet.amountCentavos)
  return { interestCode: code, interest, interestFrom }
}

/** A down payment cannot be late: there is no debt before it. A settlement is for one day. */
const bearsCharges = ({ kind }: Billet): boolean => kind === 'installment'

/** The fine is charged once, and in the amount of a second copy already. */
const bearsFine = (billet: Billet): boolean => bearsCharges(billet) && billet.originalId === undefined

/** Banks refuse charges that start on the due date itself. */
const firstLateDay = ({ dueDate }: Billet) => addDays(dueDate, 1)

/** Banks refuse to register a title without name and address, so text without ASCII characters gets a substitute. */
function describePayer({ cnab }: BankRules, payer: Payer) {
  const name = hasLatinWriting(payer.name) ? toAscii(payer.name) : `CPF ${payer.cpf}`
  return {
    document: payer.cpf,
    name: name.slice(0, cnab.payerNameLength),
    address: writeAddress(payer),
    zipCode: payer.zipCode,
    city: toAscii(payer.city) || NOT_KNOWN,
    state: payer.state,
  }
}

/** Truncates a long street, never the house number. */
function writeAddress({ street, number, complement }: Payer): string {
  const house = toAscii(`${number} ${complement}`).slice(0, ADDRESS_LENGTH / 2)
  const road = toAscii(street) || NOT_KNOWN
  return house === '' ? road : `${road.slice(0, ADDRESS_LENGTH - house.length - 2)}, ${house}`
}

function describeFine(account: LenderAccount, billet: Billet) {
  return {
    fineCode: FINE_PERCENT,
    fineFrom: firstLateDay(billet),
    fine: FINE_RATE,
    debitNotice: bankOf(account).cnab.debitNotice,
  }
}

const bankOf = (account: LenderAccount): BankRules => getBank(account.bank.bank)

const timeInSaoPaulo = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
