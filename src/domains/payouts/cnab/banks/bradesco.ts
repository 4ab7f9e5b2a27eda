import { writeRecord } from '../../../../brazil/cnab-record.ts'
import type { AccountPlace, PixKeyType } from '../../payee.ts'
import { batchHeader, batchTrailer, fileHeader, fileTrailer, segmentA, segmentBPix } from '../layouts.ts'
import { ACCEPTED, failed, listOccurrences } from '../outcome.ts'
import type { Payment } from '../payment.ts'
import type { BatchPlace, PaymentBankRules } from './bank-rules.ts'
import {
  describeAccount,
  describeAddress,
  describeCreation,
  describeDocument,
  describePayer,
  febrabanOccurrences,
  PIX_CLEARING,
  writeTransfer,
} from './febraban.ts'

const BANK = '237'
const INITIATION: Readonly<Record<PixKeyType, string>> = {
  PHONE: '01',
  EMAIL: '02',
  DOCUMENT: '03',
  RANDOM: '04',
}
const BY_BANK_DATA = '05'
const ACCOUNT_TYPE: Readonly<Record<AccountPlace['accountType'], string>> = {
  CHECKING: '01',
  PAYMENT: '02',
  SAVINGS: '03',
}

/** Bradesco repeats document, institution and account type of a Pix by bank data in segment A. */
const describeBankData = (document: string, { ispb = '', accountType }: AccountPlace): string =>
  document.padStart(14, '0') + ispb + ACCOUNT_TYPE[accountType]

function writePix({ payee, ...payment }: Payment, batch: number, sequence: number): string[] {
  const { to, document } = payee
  const place = { bank: BANK, batch }
  const target =
    to.kind === 'account'
      ? { ...describeAccount(to), information: describeBankData(document, to) }
      : { payeeBank: '0' }
  const initiation =
    to.kind === 'account'
      ? { initiation: BY_BANK_DATA, pixKey: ACCOUNT_TYPE[to.accountType], ispb: to.ispb ?? '0' }
      : // The document of the payee is the key: it stands in its own field.
        { initiation: INITIATION[to.keyType], pixKey: to.keyType === 'DOCUMENT' ? '' : to.key }
  return [
    writeRecord(segmentA, {
      ...place,
      sequence,
      clearing: PIX_CLEARING,
      ...target,
      name: payee.name,
      key: payment.key,
      payOn: payment.payOn,
      amount: payment.amountCentavos,
    }),
    writeRecord(segmentBPix, {
      ...place,
      sequence: sequence + 1,
      ...describeDocument(document),
      text: payment.text,
      ...initiation,
    }),
  ]
}

export const bradesco = {
  code: BANK,
  takesPix: true,
  hasOnePayeeBankPerBatch: true,
  repeatsRecordNumber: false,
  occurrences: {
    ...febrabanOccurrences,
    ...listOccurrences(ACCEPTED, { '5A': 'scheduled' }),
    ...listOccurrences(failed('UNAVAILABLE'), {
      PA: 'the Pix was not carried out',
      PB: "the payee's institution failed",
    }),
    ...listOccurrences(failed('PAYEE_INVALID'), {
      PC: "the payee's account is closed",
      PD: "the payee's account is of another type",
      PE: "the payee's account does not take this kind of payment",
      PF: 'the document is not that of the account holder',
      PG: "the payee's document is wrong",
      PH: "the payee's institution refused the payment",
      PJ: 'the Pix key is not registered',
      PL: 'the way to find the account is wrong',
      PM: 'the Pix key is wrong',
      PN: 'the Pix key is missing',
    }),
  },
  findAgreementMistake: agreement =>
    /^[0-9]{1,20}$/.test(agreement) ? undefined : 'agreement: bank 237 gives one of at most 20 digits',
  writeAgreement: ({ agreement }) => agreement,
  writeFileHeader: file =>
    writeRecord(fileHeader, {
      ...describePayer(file.payer, file.payer.agreement),
      bankName: 'BANCO BRADESCO S A',
      ...describeCreation(file),
      version: '089',
      product: file.method === 'PIX' ? 'PIX' : '',
    }),
  writeBatchHeader: ({ payer }, { batch, form }) =>
    writeRecord(batchHeader, {
      ...describePayer(payer, payer.agreement),
      batch,
      form,
      version: '045',
      ...describeAddress(payer.address),
    }),
  writePayment: (payment: Payment, place: BatchPlace & { readonly sequence: number }) =>
    place.form === '45'
      ? writePix(payment, place.batch, place.sequence)
      : writeTransfer(BANK, payment, place),
  writeBatchTrailer: totals => writeRecord(batchTrailer, { bank: BANK, ...totals }),
  writeFileTrailer: totals => writeRecord(fileTrailer, { bank: BANK, ...totals }),
} as const satisfies PaymentBankRules
