import { type RecordLayout, writeRecord } from '../../../../brazil/cnab-record.ts'
import { batchHeader, batchTrailer, fileHeader, fileTrailer } from '../layouts.ts'
import type { PayingAccount } from '../payment.ts'
import type { PaymentBankRules } from './bank-rules.ts'
import {
  describeAddress,
  describeCreation,
  describePayer,
  febrabanOccurrences,
  writeTransfer,
} from './febraban.ts'

const BANK = '001'
const VERSION = '003'
/** Payments to suppliers. */
const PRODUCT = '0126'
const OCCURRENCES_FROM = 230

const ownFileHeader = { ...fileHeader, reserved: [226, 240, 'digits', '0'] } as const satisfies RecordLayout

/** This bank requires zeros in the occurrence field, which others leave blank. */
const withZeros = (line: string): string => line.slice(0, OCCURRENCES_FROM).padEnd(line.length, '0')

const writeAgreement = ({ agreement }: PayingAccount): string => agreement.padStart(9, '0') + PRODUCT

export const bancoDoBrasil = {
  code: BANK,
  // No layout of Pix is public: keys are paid by the bank's own interface.
  takesPix: false,
  hasOnePayeeBankPerBatch: false,
  repeatsRecordNumber: false,
  occurrences: febrabanOccurrences,
  findAgreementMistake: agreement =>
    /^[0-9]{1,9}$/.test(agreement) ? undefined : 'agreement: bank 001 gives one of at most 9 digits',
  writeAgreement,
  writeFileHeader: file =>
    writeRecord(ownFileHeader, {
      ...describePayer(file.payer, writeAgreement(file.payer)),
      bankName: 'BANCO DO BRASIL S A',
      ...describeCreation(file),
      version: VERSION,
    }),
  writeBatchHeader: ({ payer }, { batch, form }) =>
    withZeros(
      writeRecord(batchHeader, {
        ...describePayer(payer, writeAgreement(payer)),
        batch,
        form,
        version: VERSION,
        ...describeAddress(payer.address),
      }),
    ),
  writePayment(payment, place) {
    const [a = '', b = ''] = writeTransfer(BANK, payment, place)
    return [withZeros(a), b]
  },
  writeBatchTrailer: totals => withZeros(writeRecord(batchTrailer, { bank: BANK, ...totals })),
  writeFileTrailer: totals => writeRecord(fileTrailer, { bank: BANK, ...totals }),
} as const satisfies PaymentBankRules
