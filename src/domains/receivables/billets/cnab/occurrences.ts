import type { Occurrence } from '../banks/bank-rules.ts'
import { type BankCode, getBank } from '../banks/find-bank.ts'

/** An unknown code must not make money disappear. */
const unknown: Occurrence = { meaning: 'as-credited', reasons: {} }

export function findMeaning(bank: BankCode, code: string): Occurrence {
  return getBank(bank).occurrences[code] ?? unknown
}

const NO_REASON = '00'

/** Up to five two-character codes as sentences; an unknown code is kept as it is. */
export function explainReasons({ reasons }: Occurrence, field: string): string[] {
  const codes = field.match(/.{1,2}/g) ?? []
  return codes
    .map(code => code.trim())
    .filter(code => code !== '' && code !== NO_REASON)
    .map(code => reasons[code] ?? `reason ${code} of the bank`)
}
