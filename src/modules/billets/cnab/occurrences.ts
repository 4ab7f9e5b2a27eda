import type { BankCode } from '../../../brazil/boleto-layouts.ts'
import type { BankNotice } from '../billet.ts'
import {
  febrabanRejections,
  febrabanSettlements,
  febrabanWriteOffs,
  itauRejections,
  type ReasonSentences,
} from './reasons.ts'

/** `as-credited`: paid if the record says that money was credited, otherwise of no effect. */
type Meaning = BankNotice['kind'] | 'as-credited'

interface Occurrence {
  readonly meaning: Meaning
  readonly reasons: ReasonSentences
}

const registered: Occurrence = {
  meaning: 'registered',
  reasons: { A4: 'the payer receives it electronically' },
}
const rejected: Occurrence = { meaning: 'rejected', reasons: febrabanRejections }
const paid: Occurrence = { meaning: 'paid', reasons: febrabanSettlements }
const writtenOff: Occurrence = { meaning: 'written-off', reasons: febrabanWriteOffs }
const other: Occurrence = { meaning: 'other', reasons: {} }
const refusedOrder: Occurrence = { meaning: 'other', reasons: febrabanRejections }

const others = (codes: string): Record<string, Occurrence> =>
  Object.fromEntries(codes.split(' ').map(code => [code, other]))

/** Banks 237 and 001 keep to FEBRABAN's list. */
const febraban: Readonly<Record<string, Occurrence>> = {
  '02': registered,
  '03': rejected,
  '06': paid,
  '09': writtenOff,
  // After a write-off, or without registration: the money came all the same.
  '17': paid,
  '25': { meaning: 'written-off', reasons: { 14: 'protested' } },
  '26': refusedOrder,
  '30': refusedOrder,
  // Transfers, open titles, rebates, dates, protest, tariffs, payer's words, cheques.
  ...others('04 05 07 08 11 12 13 14 15 19 20 23 24 27 28 29 44 45 50'),
}

/** Itaú uses the same numbers for other things: 17 is a refused change, and 08 a payment. */
const itau: Readonly<Record<string, Occurrence>> = {
  '02': registered,
  '03': { meaning: 'rejected', reasons: itauRejections },
  '06': paid,
  '07': paid,
  '08': paid,
  '09': writtenOff,
  // "Written off because paid": some files bring the payment by 06 before, some only by this.
  '10': { meaning: 'as-credited', reasons: {} },
  '32': { meaning: 'written-off', reasons: {} },
  '60': { meaning: 'rejected', reasons: itauRejections },
  ...others('04 05 11 12 13 14 15 16 17 18 19 20 21 23 24 25 26 27 28 29 30 33 34 35 36 37 38 39 40'),
}

/** A code that no list knows may not make money disappear. */
const unknown: Occurrence = { meaning: 'as-credited', reasons: {} }

const occurrencesByBank: Readonly<Record<BankCode, Readonly<Record<string, Occurrence>>>> = {
  '237': febraban,
  '341': itau,
  '001': febraban,
}

export function findMeaning(bank: BankCode, code: string): Occurrence {
  return occurrencesByBank[bank][code] ?? unknown
}

const NO_REASON = '00'

/** Up to five codes of two characters, as sentences; one that no list knows keeps its code. */
export function explainReasons({ reasons }: Occurrence, field: string): string[] {
  const codes = field.match(/.{1,2}/g) ?? []
  return codes
    .map(code => code.trim())
    .filter(code => code !== '' && code !== NO_REASON)
    .map(code => reasons[code] ?? `reason ${code} of the bank`)
}
