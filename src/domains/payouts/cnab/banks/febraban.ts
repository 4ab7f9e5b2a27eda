import { computeAgencyDigit } from '../../../../brazil/bank-account.ts'
import { type RecordValues, writeRecord } from '../../../../brazil/cnab-record.ts'
import { calendarDateAt } from '../../../../kernel/calendar-date.ts'
import type { AccountPlace } from '../../payee.ts'
import { type batchHeader, type fileHeader, segmentA, segmentB } from '../layouts.ts'
import { ACCEPTED, CANCELLED, failed, listOccurrences, NOTE, PAID, RETURNED } from '../outcome.ts'
import type { PayingAccount, Payment, PaymentFile, PaymentForm } from '../payment.ts'
import type { BatchPlace } from './bank-rules.ts'

export const PIX_CLEARING = '009'
const TED_CLEARING = '018'
const SAME_BANK = '000'
/** 00005 pays suppliers. */
export const TED_PURPOSE = '00005'

export const clearingOf = (form: PaymentForm): string => {
  if (form === '45') return PIX_CLEARING
  return form === '41' || form === '43' ? TED_CLEARING : SAME_BANK
}

export const isTed = (form: PaymentForm): boolean => form === '41' || form === '43'

/** CPF 1, CNPJ 2. */
export const describeDocument = (document: string) => ({
  documentType: document.length === 11 ? '1' : '2',
  document,
})

const timeInSaoPaulo = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

type HolderFields = Pick<
  RecordValues<typeof fileHeader>,
  'bank' | 'document' | 'agreement' | 'agency' | 'agencyDigit' | 'account' | 'accountDigit' | 'name'
>

/** The payer as both headers name it. */
export const describePayer = (payer: PayingAccount, agreement: string): HolderFields => ({
  bank: payer.bank,
  document: payer.document,
  agreement,
  agency: payer.agency,
  agencyDigit: computeAgencyDigit(payer.bank, payer.agency),
  account: payer.account,
  accountDigit: payer.accountDigit,
  name: payer.name,
})

export const describeCreation = ({ createdAt, fileSequence }: PaymentFile) => ({
  createdOn: calendarDateAt(createdAt),
  createdTime: timeInSaoPaulo.format(createdAt).replaceAll(':', ''),
  fileSequence,
})

type AddressFields = Pick<
  RecordValues<typeof batchHeader>,
  'street' | 'number' | 'complement' | 'city' | 'zipCode' | 'state'
>

/** A house without a number has 0: the field is numeric. */
export const describeAddress = <T extends AddressFields>(address: T): T => ({
  ...address,
  number: /^[0-9]{1,5}$/.test(address.number) ? address.number : '0',
})

/** The account of a payee, with the digit of the agency where it can be computed. */
export const describeAccount = ({ bankCode, agency, account, accountDigit }: AccountPlace) => ({
  payeeBank: bankCode,
  agency,
  agencyDigit: computeAgencyDigit(bankCode, agency),
  account,
  accountDigit,
})

/** Segments A and B of a TED, or of a credit at the same bank. */
export function writeTransfer(
  bank: string,
  { payee, ...payment }: Payment,
  { batch, form, sequence }: BatchPlace & { readonly sequence: number },
): string[] {
  if (payee.to.kind !== 'account') throw new Error(`form ${form} pays an account, not a Pix key`)
  const place = { bank, batch }
  const address = payee.address === undefined ? {} : describeAddress(payee.address)
  return [
    writeRecord(segmentA, {
      ...place,
      sequence,
      clearing: clearingOf(form),
      ...describeAccount(payee.to),
      name: payee.name,
      key: payment.key,
      payOn: payment.payOn,
      amount: payment.amountCentavos,
      ...(isTed(form) ? describeTed(payee.to) : {}),
    }),
    writeRecord(segmentB, {
      ...place,
      sequence: sequence + 1,
      ...describeDocument(payee.document),
      ...address,
      dueDate: payment.payOn,
      amount: payment.amountCentavos,
    }),
  ]
}

const describeTed = ({ accountType }: AccountPlace) => ({
  tedPurpose: TED_PURPOSE,
  accountKind: accountType === 'SAVINGS' ? 'PP' : 'CC',
})

/** G059 of FEBRABAN, as far as its meaning is certain. Any other code is left to a person. */
export const febrabanOccurrences = {
  ...listOccurrences(PAID, {
    '00': 'paid',
    '03': 'authorized and paid by the agency',
  }),
  ...listOccurrences(ACCEPTED, { BD: 'included', BE: 'changed' }),
  ...listOccurrences(CANCELLED, { '02': 'canceled by the payer', BF: 'deleted' }),
  ...listOccurrences(RETURNED, { H4: 'the credit came back unpaid' }),
  ...listOccurrences(failed('INSUFFICIENT_FUNDS'), {
    '01': 'the account has no funds',
    HF: 'the account has no funds',
  }),
  ...listOccurrences(failed('PAYEE_INVALID'), {
    AL: "the payee's bank is wrong",
    AM: "the payee's agency is wrong",
    AN: "the payee's account or its digit is wrong",
    AO: "the payee's name is missing",
    AT: "the payee's document is wrong",
    AU: "the payee's street is missing",
    AV: "the payee's house number is missing",
    AW: "the payee's city is missing",
    AX: "the payee's postal code is wrong",
    AY: "the payee's state is wrong",
    AZ: "the payee's bank has a wrong code or name",
    BG: "the payee's agency or account is blocked",
  }),
  ...listOccurrences(failed('INVALID'), {
    AA: 'the control is wrong, or the file is a duplicate: made at the same date and time',
    AB: 'the operation is wrong',
    AC: 'the service is wrong',
    AD: 'the form of payment is wrong',
    AE: "the payer's document is wrong",
    AF: 'the agreement is wrong',
    AG: 'the debited account or its digit is wrong',
    AH: 'the number of the record is wrong',
    AI: 'the segment is wrong',
    AJ: 'the movement is wrong',
    AK: 'the clearing house is wrong',
    AP: 'the date is wrong',
    AR: 'the value is wrong',
    BB: 'the key of the payment was used before',
    HA: 'the lot was refused, or the file is a duplicate',
    HB: "the payer's document is not that of the contract",
    HC: 'the agreement is not that of the contract',
    HD: 'the debited account is not that of the contract',
    HE: 'the service is not that of the contract',
    HG: 'the lot is out of sequence',
    HH: 'the lot is wrong',
    HI: 'the file was refused',
    HJ: 'the record type is wrong',
    HK: 'the file is marked neither as remittance nor as return',
    HL: 'the layout version is wrong',
    H1: 'the file has no trailer',
    TA: 'the lot was refused: its totals differ',
  }),
  ...listOccurrences(NOTE, {
    ZA: "the bank replaced the payee's account",
    ZB: "the bank replaced the payee's name",
  }),
}
