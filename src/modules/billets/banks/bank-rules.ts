import type { FreeFieldLayout } from '../../../brazil/boleto-account.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { BankNotice } from '../billet.ts'

/** Everything in which one bank differs from another. A bank is one object of this shape, and a line in index.ts. */
export interface BankRules {
  /** Three digits: the first of every barcode and of every line of a file. */
  readonly code: string
  readonly account: AccountRules
  readonly slip: SlipRules
  readonly titleKind: TitleKind
  readonly lateInterest: LateInterest
  readonly cnab: CnabRules
  /** By the codes that stand in its return files. */
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

export interface AccountRules {
  readonly accountLength: number
  readonly portfolioLength: number
  /** Whether agreement and service code belong to an account. */
  readonly takesAgreement: boolean
  computeAccountDigit(agency: string, account: string): string
  /** Throws a BoletoError for an account that no billet can be written for. */
  layOut(fields: AccountFields): FreeFieldLayout
}

export interface SlipRules {
  /** The name that stands in place of a logo. */
  readonly bankName: string
  /** With its check digit, as printed in the head. */
  readonly bankCode: string
  writeAccount(fields: AccountFields): string
  /** `printed`: the our-number with its check digit. */
  writeOurNumber(fields: AccountFields, printed: string): string
}

/** Espécie: what kind of paper the debt is, as files and slips write it. */
export interface TitleKind {
  readonly code: string
  readonly printed: string
}

/** How the bank counts the interest of 1 % a month on what is paid late, and the codes by which it is told so. */
export type LateInterest = LateInterestCodes &
  (
    | { readonly unit: 'rate-by-month'; readonly hundredthsOfPercent: number }
    | { readonly unit: 'amount-by-day'; computeCentavos(amountCentavos: Centavos): Centavos }
  )

interface LateInterestCodes {
  readonly code: string
  /** For a title that bears no charges. */
  readonly codeForNone: string
}

/** What the bank wants otherwise than its neighbours in the records of CNAB 240 that they share. */
export interface CnabRules {
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
  /** When the bank shall give the title back by itself, in days after the due date. */
  writeWriteOff(days: number): string
  /** The 20 positions that name a title at its bank, from the our-number as it is printed, digits only. */
  writeOurNumber(fields: AccountFields, printed: string): string
  /** Undefined when the number cannot be one of ours: a wrong check digit, another agreement. */
  readOurNumber(field: string, account: ReturnAccount): number | undefined
}

interface AccountDigits {
  readonly agencyDigit: string
  readonly accountDigit: string
  /** One digit for agency and account together. */
  readonly sharedDigit: string
}

/** Whose titles a return file speaks of, as the file itself says it. */
export interface ReturnAccount {
  readonly agency: string
  readonly account: string
  /** Convênio without leading zeros; empty where the bank takes none. */
  readonly agreement: string
}

export interface Occurrence {
  /** `as-credited`: paid if the record says that money was credited, otherwise of no effect. */
  readonly meaning: BankNotice['kind'] | 'as-credited'
  readonly reasons: ReasonSentences
}

export type ReasonSentences = Readonly<Record<string, string>>
