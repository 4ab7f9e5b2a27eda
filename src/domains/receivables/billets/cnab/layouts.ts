import type { RecordLayout } from '../../../../brazil/cnab-record.ts'

/*
 * The FEBRABAN CNAB 240 collection records that banks share. A bank fills fields that it does not use with blanks or
 * zeros, see ../banks/bank-rules.ts.
 */

/** Fields that every line has. */
export const anyRecord = {
  bank: [1, 3, 'digits'],
  batch: [4, 7, 'count'],
  recordType: [8, 8, 'digits'],
} as const

export const anyDetail = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '3'],
  sequence: [9, 13, 'count'],
  segment: [14, 14, 'code'],
  movement: [16, 17, 'digits'],
} as const

/** Type 0. `direction`: 1 to the bank, 2 from it. */
export const fileHeader = {
  ...anyRecord,
  batch: [4, 7, 'count', '0'],
  recordType: [8, 8, 'digits', '0'],
  documentType: [18, 18, 'digits', '2'],
  document: [19, 32, 'document'],
  agreement: [33, 52, 'code'],
  agency: [53, 57, 'digits'],
  agencyDigit: [58, 58, 'code'],
  account: [59, 70, 'digits'],
  accountDigit: [71, 71, 'code'],
  sharedDigit: [72, 72, 'code'],
  name: [73, 102, 'text'],
  bankName: [103, 132, 'text'],
  direction: [143, 143, 'digits', '1'],
  createdOn: [144, 151, 'date'],
  createdTime: [152, 157, 'digits'],
  fileSequence: [158, 163, 'count'],
  version: [164, 166, 'digits'],
  density: [167, 171, 'digits'],
} as const satisfies RecordLayout

/** The fields that are read from a return header; banks fill the rest as they like. */
export const returnHeader = {
  agreement: fileHeader.agreement,
  agency: fileHeader.agency,
  account: fileHeader.account,
  direction: fileHeader.direction,
  createdOn: fileHeader.createdOn,
  fileSequence: fileHeader.fileSequence,
} as const satisfies RecordLayout

/** Type 1. `operation`: R to the bank, T from it; service 01 is collection. */
export const batchHeader = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '1'],
  operation: [9, 9, 'code', 'R'],
  service: [10, 11, 'digits', '01'],
  reserved: [12, 13, 'code', ''],
  version: [14, 16, 'digits'],
  documentType: [18, 18, 'digits', '2'],
  document: [19, 33, 'document'],
  agreement: [34, 53, 'code'],
  agency: [54, 58, 'digits'],
  agencyDigit: [59, 59, 'code'],
  account: [60, 71, 'digits'],
  accountDigit: [72, 72, 'code'],
  sharedDigit: [73, 73, 'code'],
  name: [74, 103, 'text'],
  fileSequence: [184, 191, 'count'],
  createdOn: [192, 199, 'date'],
  creditedOn: [200, 207, 'date', ''],
} as const satisfies RecordLayout

export const returnBatchHeader = {
  operation: batchHeader.operation,
  service: batchHeader.service,
} as const satisfies RecordLayout

/** The title. */
export const segmentP = {
  ...anyDetail,
  segment: [14, 14, 'code', 'P'],
  agency: [18, 22, 'digits'],
  agencyDigit: [23, 23, 'code'],
  account: [24, 35, 'digits'],
  accountDigit: [36, 36, 'code'],
  sharedDigit: [37, 37, 'code'],
  ourNumber: [38, 57, 'code'],
  /** Collection kind, registration, document type, who prints, who delivers. */
  handling: [58, 62, 'code'],
  documentNumber: [63, 77, 'code'],
  dueDate: [78, 85, 'date'],
  amount: [86, 100, 'amount'],
  collectingAgency: [101, 106, 'digits', '0'],
  titleKind: [107, 108, 'digits'],
  acceptance: [109, 109, 'code', 'N'],
  issuedOn: [110, 117, 'date'],
  interestCode: [118, 118, 'digits'],
  interestFrom: [119, 126, 'date'],
  interest: [127, 141, 'amount'],
  discount: [142, 165, 'digits', '0'],
  iof: [166, 180, 'amount', '0'],
  rebate: [181, 195, 'amount', '0'],
  control: [196, 220, 'code'],
  protest: [221, 223, 'digits'],
  writeOff: [224, 227, 'digits'],
  currency: [228, 229, 'digits'],
  contract: [230, 239, 'digits', '0'],
} as const satisfies RecordLayout

/** The payer. Positions 154 to 212 stay blank: there is no guarantor and no correspondent bank. */
export const segmentQ = {
  ...anyDetail,
  segment: [14, 14, 'code', 'Q'],
  documentType: [18, 18, 'digits', '1'],
  document: [19, 33, 'digits'],
  name: [34, 73, 'text'],
  address: [74, 113, 'text'],
  district: [114, 128, 'text', ''],
  zipCode: [129, 136, 'digits'],
  city: [137, 151, 'text'],
  state: [152, 153, 'code'],
  guarantorDocument: [154, 169, 'digits', '0'],
  correspondent: [210, 212, 'digits', '0'],
} as const satisfies RecordLayout

/** The fine. */
export const segmentR = {
  ...anyDetail,
  segment: [14, 14, 'code', 'R'],
  discounts: [18, 65, 'digits', '0'],
  fineCode: [66, 66, 'digits'],
  fineFrom: [67, 74, 'date'],
  fine: [75, 89, 'amount'],
  debitAccount: [200, 215, 'digits', '0'],
  debitAccountNumber: [217, 228, 'digits', '0'],
  debitNotice: [231, 231, 'digits'],
} as const satisfies RecordLayout

/** What happened to a title; the first of a pair. */
export const segmentT = {
  ...anyDetail,
  agency: [18, 22, 'digits'],
  account: [24, 35, 'digits'],
  ourNumber: [38, 57, 'code'],
  dueDate: [74, 81, 'date'],
  amount: [82, 96, 'amount'],
  tariff: [199, 213, 'amount'],
  reasons: [214, 223, 'code'],
} as const satisfies RecordLayout

/** How much money moved, and when; the second of the pair. */
export const segmentU = {
  ...anyDetail,
  paid: [78, 92, 'amount'],
  credited: [93, 107, 'amount'],
  occurredOn: [138, 145, 'date'],
  creditedOn: [146, 153, 'date'],
} as const satisfies RecordLayout

/** Type 5. `recordCount` includes the header and this line. */
export const batchTrailer = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '5'],
  recordCount: [18, 23, 'count'],
  titleCount: [24, 29, 'count'],
  titleAmount: [30, 46, 'amount'],
  otherPortfolios: [47, 115, 'digits', '0'],
} as const satisfies RecordLayout

/** Titles and their amounts by kind of portfolio: simple, linked, pledged, discounted. */
export const returnBatchTrailer = {
  recordCount: batchTrailer.recordCount,
  titleCount: batchTrailer.titleCount,
  titleAmount: batchTrailer.titleAmount,
  linkedCount: [47, 52, 'count'],
  linkedAmount: [53, 69, 'amount'],
  pledgedCount: [70, 75, 'count'],
  pledgedAmount: [76, 92, 'amount'],
  discountedCount: [93, 98, 'count'],
  discountedAmount: [99, 115, 'amount'],
} as const satisfies RecordLayout

/** Type 9. `lineCount` covers the whole file, this line included. */
export const fileTrailer = {
  ...anyRecord,
  batch: [4, 7, 'count', '9999'],
  recordType: [8, 8, 'digits', '9'],
  batchCount: [18, 23, 'count'],
  lineCount: [24, 29, 'count'],
  accountCount: [30, 35, 'count', '0'],
} as const satisfies RecordLayout
