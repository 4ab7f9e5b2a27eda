import type { FreeFieldLayout } from '../../../brazil/boleto-account.ts'
import type { Centavos } from '../../../kernel/money.ts'

/** rejected: the title was not registered; refused: an order about a title was not carried out. */
export type ReportKind = 'registered' | 'rejected' | 'refused' | 'paid' | 'written-off' | 'other'

/** Everything that differs between banks. A bank is one object of this shape and one line in index.ts. */
export interface BankRules {
  /** Three digits: the first of every barcode and of every line of a file. */
  readonly code: string
  readonly account: AccountRules
  readonly slip: SlipRules
  readonly titleKind: TitleKind
  readonly lateInterest: LateInterest
  readonly cnab: CnabRules
  /** Keyed by the occurrence codes of its return files. */
  readonly occurrences: Readonly<Record<string, Occurrence>>
}

/** The fields of an account at their full length. */
export interface AccountFields {
  readonly agency: string
  readonly account: string
  readonly accountDigit: string
  readonly portfolio: string
  /** Convênio; empty where the bank takes none. */
  readonly agreement: string
  readonly serviceCode: string
}

interface AccountRules {
  readonly accountLength: number
  readonly portfolioLength: number
  /** Whether accounts at this bank have an agreement and a service code. */
  readonly takesAgreement: boolean
  computeAccountDigit(agency: string, account: string): string
  /** Throws an InputError for an account that cannot issue billets. */
  layOut(fields: AccountFields): FreeFieldLayout
}

interface SlipRules {
  /** Printed in place of a logo. */
  readonly bankName: string
  /** With its check digit, as printed at the top of the slip. */
  readonly bankCode: string
  writeAccount(fields: AccountFields): string
  /** `printed`: the our-number with its check digit. */
  writeOurNumber(fields: AccountFields, printed: string): string
}

/** Espécie: the kind of paper behind the debt, as files and slips write it. */
export interface TitleKind {
  readonly code: string
  readonly printed: string
}

/** How the bank computes late interest of 1 % a month, and the codes that request it. */
export type LateInterest = LateInterestCodes &
  (
    | { readonly unit: 'rate-by-month'; readonly hundredthsOfPercent: number }
    | { readonly unit: 'amount-by-day'; computeCentavos(amountCentavos: Centavos): Centavos }
  )

interface LateInterestCodes {
  readonly code: string
  /** Where the interest of a title is an amount in reais a day. */
  readonly codeForDailyAmount: string
  /** For a title that bears no charges. */
  readonly codeForNone: string
}

/** Where the bank deviates from the shared CNAB 240 records. */
interface CnabRules {
  readonly bankName: string
  readonly fileVersion: string
  readonly batchVersion: string
  readonly density: string
  readonly batchReserved: string
  readonly protest: string
  readonly currency: string
  readonly debitNotice: string
  readonly documentNumberLength: number
  readonly payerNameLength: number
  computeAccountDigits(fields: AccountFields): AccountDigits
  writeAgreement(fields: AccountFields): string
  /** Without leading zeros, from the header of a return file; empty where the bank takes none. */
  readAgreement(field: string): string
  writeHandling(fields: AccountFields): string
  /** Days after the due date until the bank writes the title off by itself. */
  writeWriteOff(days: number): string
  /** The 20 positions that identify a title at its bank. `printed`: the our-number as printed, digits only. */
  writeOurNumber(fields: AccountFields, printed: string): string
  /** Undefined when the number cannot be ours: wrong check digit or another agreement. */
  readOurNumber(field: string, account: ReturnAccount): number | undefined
}

interface AccountDigits {
  readonly agencyDigit: string
  readonly accountDigit: string
  /** One digit for agency and account together. */
  readonly sharedDigit: string
}

/** The account that a return file is about, as stated in the file. */
export interface ReturnAccount {
  readonly agency: string
  readonly account: string
  /** Convênio without leading zeros; empty where the bank takes none. */
  readonly agreement: string
}

export interface Occurrence {
  /** `as-credited`: paid if the record says that money was credited, otherwise of no effect. */
  readonly meaning: ReportKind | 'as-credited'
  readonly reasons: ReasonSentences
}

export type ReasonSentences = Readonly<Record<string, string>>
