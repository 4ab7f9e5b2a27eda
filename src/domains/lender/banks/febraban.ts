import type { AccountFields, LateInterest, Occurrence, ReasonSentences, TitleKind } from './bank-rules.ts'

/*
 * FEBRABAN's code lists and other rules that banks share. Each bank uses what fits and defines the rest in its own
 * file.
 */

export const writeAgencyAndAccount = ({ agency, account, accountDigit }: AccountFields): string =>
  `${agency}/${account}-${accountDigit}`

/** A loan is not a sale, so the paper must not be called a trade bill. */
export const otherPaper: TitleKind = { code: '99', printed: 'OU' }

export const monthlyRate: LateInterest = {
  unit: 'rate-by-month',
  code: '2',
  codeForDailyAmount: '1',
  codeForNone: '3',
  hundredthsOfPercent: 100,
}

/** How a title was paid. */
const settlements: ReasonSentences = {
  '01': 'by balance',
  '02': 'on account',
  '03': 'in cash at a bank',
  '04': 'by electronic clearing',
  '05': 'by paper clearing',
  '06': 'by electronic means',
  '07': 'after a local holiday',
  '08': 'at a registry office',
  '30': 'by cheque at a bank',
  '31': 'at a correspondent bank',
  '32': 'at a self-service machine',
  '33': 'by internet banking',
  '34': 'by office banking',
  '35': 'in cash at a correspondent',
  '36': 'by cheque at a correspondent',
  '37': 'by telephone',
  '61': 'by Pix',
}

const writeOffs: ReasonSentences = {
  '09': 'the bank took it back',
  '10': 'we asked for it by file',
  '11': 'we asked for it online',
  '12': 'our term for payment ended',
  '13': "the bank's term for payment ended",
  '14': 'protested',
  '15': 'deleted',
}

/** Why an entry or an order was refused. */
const rejections: ReasonSentences = {
  '01': 'the bank code is wrong',
  '02': 'the record type is wrong',
  '03': 'the segment is wrong',
  '04': 'the portfolio does not allow this order',
  '05': 'the order code is wrong',
  '06': "the beneficiary's document is wrong",
  '07': 'agency, account or their digit is wrong',
  '08': 'the our-number is wrong',
  '09': 'the our-number was used before',
  '10': 'the portfolio is wrong',
  '15': 'the collection settings do not fit together',
  '16': 'the due date is wrong',
  '17': 'the due date lies before the issue date',
  '18': 'the due date is out of the allowed range',
  '20': 'the amount is wrong',
  '21': 'the kind of paper is wrong',
  '22': 'the portfolio does not allow this kind of paper',
  '24': 'the issue date is wrong',
  '25': 'the issue date lies after the entry',
  '26': 'the interest code is wrong',
  '27': 'the interest is wrong',
  '37': 'the protest code is wrong',
  '42': 'the write-off code is wrong',
  '43': 'the write-off term is wrong',
  '44': 'the currency is wrong',
  '45': "the payer's name is missing",
  '46': "the payer's document is wrong",
  '47': "the payer's address is missing",
  '48': 'the postal code is wrong',
  '49': 'no agency serves the postal code',
  '51': 'the postal code lies in another state',
  '52': 'the state is wrong',
  '57': 'the fine code is wrong',
  '58': 'the fine date is wrong',
  '59': 'the fine is wrong',
  '60': 'the title is not registered',
  '63': 'the title is registered already',
  '79': 'the interest date is wrong',
  '86': 'the document number is wrong',
  A4: 'the payer receives it electronically',
  A5: 'the title was paid already',
  A6: 'the agreement is wrong or ended',
  A7: 'the title is in that state already',
}

export const registered: Occurrence = {
  meaning: 'registered',
  reasons: { A4: 'the payer receives it electronically' },
}
export const paid: Occurrence = { meaning: 'paid', reasons: settlements }
export const writtenOff: Occurrence = { meaning: 'written-off', reasons: writeOffs }
const rejected: Occurrence = { meaning: 'rejected', reasons: rejections }
const refusedOrder: Occurrence = { meaning: 'refused', reasons: rejections }
const other: Occurrence = { meaning: 'other', reasons: {} }

/** `codes`, separated by blanks, do not change the billet. */
export const noEffect = (codes: string): Record<string, Occurrence> =>
  Object.fromEntries(codes.split(' ').map(code => [code, other]))

export const febrabanOccurrences: Readonly<Record<string, Occurrence>> = {
  '02': registered,
  '03': rejected,
  '06': paid,
  '09': writtenOff,
  // The money arrived after a write-off, or without a registration.
  '17': paid,
  '25': { meaning: 'written-off', reasons: { 14: 'protested' } },
  '26': refusedOrder,
  '30': refusedOrder,
  // Transfers, open titles, rebates, dates, protest, tariffs, messages of the payer, cheques.
  ...noEffect('04 05 07 08 11 12 13 14 15 19 20 23 24 27 28 29 44 45 50'),
}
