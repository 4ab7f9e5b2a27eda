import type { BankAccount } from '../../../brazil/boleto-account.ts'
import {
  computeBancoDoBrasilDigit,
  computeBradescoDigit,
  computeModulo10Digit,
} from '../../../brazil/boleto-check-digits.ts'
import type { BankCode } from '../../../brazil/boleto-layouts.ts'

/** Whose titles a return file speaks of, as the file itself says it. */
export interface ReturnAccount {
  readonly agency: string
  readonly account: string
  /** Convênio without leading zeros; of bank 001 only. */
  readonly agreement: string
}

interface OurNumberFormat {
  /** The 20 positions that name a title at its bank, from the our-number as it is printed, digits only. */
  write(account: BankAccount, printed: string): string
  /** Undefined when the number cannot be one of ours: a wrong check digit, another agreement. */
  read(field: string, account: ReturnAccount): number | undefined
}

const LONGEST_AGREEMENT_TITLE = 17

export const ourNumberFormats: Readonly<Record<BankCode, OurNumberFormat>> = {
  '237': {
    write: ({ portfolio }, printed) => `${portfolio.padStart(3, '0')}00000${printed}`,
    read(field) {
      const [, portfolio = '', digits = '', digit] = /^0(\d{2})0{5}(\d{11})([\dP])$/.exec(field) ?? []
      return computeBradescoDigit(portfolio + digits) === digit ? Number(digits) : undefined
    },
  },
  '341': {
    write: ({ portfolio }, printed) => portfolio + printed,
    read(field, { agency, account }) {
      const [, portfolio = '', digits = '', digit] = /^(\d{3})(\d{8})(\d)$/.exec(field) ?? []
      const seed = agency.slice(-4) + account.slice(-5) + portfolio
      return computeModulo10Digit(seed + digits) === digit ? Number(digits) : undefined
    },
  },
  '001': {
    write: (_account, printed) => printed,
    read: readBancoDoBrasil,
  },
}

/** Seventeen digits carry no check digit; all but those of a six-digit agreement begin with the agreement. */
function readBancoDoBrasil(field: string, { agreement }: ReturnAccount): number | undefined {
  if (!/^\d+[\dX]$/.test(field) || agreement === '') return undefined
  if (field.length === LONGEST_AGREEMENT_TITLE && agreement.length === 6) return toSafe(field)
  if (!field.startsWith(agreement)) return undefined
  if (field.length === LONGEST_AGREEMENT_TITLE && agreement.length > 6)
    return toSafe(field.slice(agreement.length))
  const digits = field.slice(0, -1)
  if (field.length !== 12 || computeBancoDoBrasilDigit(digits) !== field.slice(-1)) return undefined
  return Number(digits.slice(agreement.length))
}

function toSafe(digits: string): number | undefined {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : undefined
}
