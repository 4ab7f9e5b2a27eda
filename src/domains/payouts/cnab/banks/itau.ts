import { type RecordLayout, writeRecord } from '../../../../brazil/cnab-record.ts'
import type { AccountPlace, PixKeyType } from '../../payee.ts'
import { batchHeader, batchTrailer, fileHeader, fileTrailer } from '../layouts.ts'
import {
  ACCEPTED,
  CANCELLED,
  failed,
  listOccurrences,
  type Occurrences,
  PAID,
  RETURNED,
  UNKNOWN,
} from '../outcome.ts'
import type { Payment } from '../payment.ts'
import type { PaymentBankRules } from './bank-rules.ts'
import {
  clearingOf,
  describeAddress,
  describeCreation,
  describeDocument,
  describePayer,
  isTed,
  TED_PURPOSE,
} from './febraban.ts'

const BANK = '341'
const INITIATION: Readonly<Record<PixKeyType, string>> = {
  PHONE: '01',
  EMAIL: '02',
  DOCUMENT: '03',
  RANDOM: '04',
}
const BY_KEY = '04'
const TRANSFER_ID: Readonly<Record<AccountPlace['accountType'], string>> = {
  CHECKING: '01',
  PAYMENT: 'PG',
  SAVINGS: '03',
}

/** The digit of an account stands where others write one for agency and account together. */
const ownFileHeader = {
  bank: fileHeader.bank,
  batch: fileHeader.batch,
  recordType: fileHeader.recordType,
  version: [15, 17, 'digits', '080'],
  documentType: fileHeader.documentType,
  document: fileHeader.document,
  agency: fileHeader.agency,
  account: fileHeader.account,
  sharedDigit: fileHeader.sharedDigit,
  name: fileHeader.name,
  bankName: fileHeader.bankName,
  direction: fileHeader.direction,
  createdOn: fileHeader.createdOn,
  createdTime: fileHeader.createdTime,
  /** Files have no number here, and no density. */
  reserved: [158, 171, 'digits', '0'],
} as const satisfies RecordLayout

const ownBatchHeader = { ...batchHeader, debit: [223, 224, 'code', ''] } as const satisfies RecordLayout

const segmentA = {
  bank: [1, 3, 'digits', BANK],
  batch: [4, 7, 'count'],
  recordType: [8, 8, 'digits', '3'],
  sequence: [9, 13, 'count'],
  segment: [14, 14, 'code', 'A'],
  movement: [15, 17, 'digits', '0'],
  clearing: [18, 20, 'digits'],
  payeeBank: [21, 23, 'digits', '0'],
  account: [24, 43, 'exact'],
  name: [44, 73, 'text'],
  key: [74, 93, 'exact'],
  payOn: [94, 101, 'date'],
  currency: [102, 104, 'code', 'REA'],
  ispb: [105, 112, 'document', '0'],
  transferId: [113, 114, 'code'],
  reserved: [115, 119, 'digits', '0'],
  amount: [120, 134, 'amount'],
  bankNumber: [135, 149, 'code', ''],
  paidOn: [155, 162, 'date', ''],
  paid: [163, 177, 'amount', '0'],
  detail: [178, 197, 'text', ''],
  documentNumber: [198, 203, 'digits', '0'],
  document: [204, 217, 'document'],
  tedPurpose: [220, 224, 'code', ''],
  notice: [230, 230, 'digits', '0'],
} as const satisfies RecordLayout

const segmentB = {
  bank: segmentA.bank,
  batch: segmentA.batch,
  recordType: segmentA.recordType,
  sequence: segmentA.sequence,
  segment: [14, 14, 'code', 'B'],
  initiation: [15, 16, 'code'],
  documentType: [18, 18, 'digits'],
  document: [19, 32, 'document'],
  text: [63, 127, 'text', ''],
  pixKey: [128, 227, 'exact', ''],
} as const satisfies RecordLayout

const ownBatchTrailer = {
  ...batchTrailer,
  debitNotice: [60, 65, 'code', ''],
} as const satisfies RecordLayout
const ownFileTrailer = { ...fileTrailer, accountCount: [30, 35, 'code', ''] } as const satisfies RecordLayout

/** This bank writes accounts differently. */
function writeAccount({ bankCode, agency, account, accountDigit }: AccountPlace): string {
  const number = (text: string, length: number) => text.replace(/^0+/, '').padStart(length, '0')
  return bankCode === BANK
    ? `0${number(agency, 4)} 000000${number(account, 6)} ${accountDigit}`
    : `${number(agency, 5)} ${number(account, 12)} ${accountDigit}`
}

const describeTarget = (to: Payment['payee']['to']) =>
  to.kind === 'pix-key'
    ? { account: '0'.repeat(20), transferId: BY_KEY }
    : {
        payeeBank: to.bankCode,
        account: writeAccount(to),
        ispb: to.ispb ?? '0',
        transferId: TRANSFER_ID[to.accountType],
      }

/** Other codes than FEBRABAN's, some of which mean another thing here: AE, AG, BE and more. */
const occurrences: Occurrences = {
  ...listOccurrences(PAID, {
    '00': 'paid',
    FC: 'paid by the financing contract',
    FD: 'paid by the financing contract',
  }),
  ...listOccurrences(ACCEPTED, {
    BD: 'included',
    BE: 'changed to a payment order',
    AE: 'the date of payment was changed',
    IR: 'changed',
    PD: 'acquisition confirmed',
    RS: 'available for anticipation',
    EM: 'confirmed',
  }),
  ...listOccurrences(CANCELLED, {
    CE: 'canceled',
    LC: 'the lot was canceled',
    NA: 'canceled: nobody authorized it',
  }),
  ...listOccurrences(RETURNED, {
    DV: "the payee's bank returned the transfer",
    EX: 'returned',
  }),
  ...listOccurrences(failed('INSUFFICIENT_FUNDS'), {
    SS: 'canceled: no funds, or the daily limit was reached',
  }),
  // The bank says that it did not do it, not why, and not whether it will.
  ...listOccurrences(UNKNOWN, { NR: 'not carried out' }),
  ...listOccurrences(failed('PAYEE_INVALID'), {
    AL: "the payee's bank is wrong",
    AM: "the payee's agency is wrong",
    AN: "the payee's account or its digit is wrong",
    AO: "the payee's name is missing",
    BI: "the payee's document is wrong",
    CD: "the payee's document is another than the bank knows",
    TI: 'the document is not that of the account holder',
  }),
  ...listOccurrences(failed('INVALID'), {
    AP: 'the date is wrong',
    AR: 'the value is wrong',
    AG: 'the number of the lot is wrong',
    AH: 'the number of the record is wrong',
    AJ: 'the movement is wrong',
    IM: 'the data of the payment are wrong',
    TA: 'the lot was refused: its totals differ',
    HM: 'the header of the file is wrong',
    HA: 'the lot was refused',
    RJ: 'rejected',
  }),
}

export const itau = {
  code: BANK,
  takesPix: true,
  hasOnePayeeBankPerBatch: false,
  repeatsRecordNumber: true,
  occurrences,
  findAgreementMistake: agreement =>
    agreement === '' ? undefined : 'agreement: bank 341 gives none for payments',
  writeAgreement: () => '',
  writeFileHeader: file =>
    writeRecord(ownFileHeader, {
      ...describePayer(file.payer, ''),
      sharedDigit: file.payer.accountDigit,
      bankName: 'BANCO ITAU SA',
      ...describeCreation(file),
    }),
  writeBatchHeader: ({ payer }, { batch, form }) =>
    writeRecord(ownBatchHeader, {
      ...describePayer(payer, ''),
      accountDigit: '',
      sharedDigit: payer.accountDigit,
      batch,
      form,
      version: '040',
      ...describeAddress(payer.address),
    }),
  writePayment({ payee, ...payment }, { batch, form, sequence }) {
    const { to } = payee
    const place = { batch, sequence }
    const a = writeRecord(segmentA, {
      ...place,
      clearing: clearingOf(form),
      ...describeTarget(to),
      name: payee.name,
      key: payment.key,
      payOn: payment.payOn,
      amount: payment.amountCentavos,
      document: payee.document,
      tedPurpose: isTed(form) ? TED_PURPOSE : '',
    })
    // Segment A holds everything that a transfer to an account needs.
    if (to.kind === 'account') return [a]
    const b = writeRecord(segmentB, {
      ...place,
      initiation: INITIATION[to.keyType],
      ...describeDocument(payee.document),
      text: payment.text,
      pixKey: to.key,
    })
    return [a, b]
  },
  writeBatchTrailer: totals => writeRecord(ownBatchTrailer, { bank: BANK, ...totals }),
  writeFileTrailer: totals => writeRecord(ownFileTrailer, { bank: BANK, ...totals }),
} as const satisfies PaymentBankRules
