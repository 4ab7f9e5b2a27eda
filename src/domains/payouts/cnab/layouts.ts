import type { RecordLayout } from '../../../brazil/cnab-record.ts'

/*
 * The FEBRABAN CNAB 240 records of payments. Banks deviate from them in ./banks. Fields stand in the order of their
 * positions; positions without a field are blank.
 */

const anyRecord = {
  bank: [1, 3, 'digits'],
  batch: [4, 7, 'count'],
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
  sharedDigit: [72, 72, 'code', ''],
  name: [73, 102, 'text'],
  bankName: [103, 132, 'text'],
  direction: [143, 143, 'digits', '1'],
  createdOn: [144, 151, 'date'],
  createdTime: [152, 157, 'digits'],
  fileSequence: [158, 163, 'count'],
  version: [164, 166, 'digits'],
  density: [167, 171, 'digits', '01600'],
  /** Bradesco: PIX in a file of Pix. */
  product: [172, 174, 'code', ''],
} as const satisfies RecordLayout

/** Type 1. Operation C is credit; service 20 pays suppliers. */
export const batchHeader = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '1'],
  operation: [9, 9, 'code', 'C'],
  service: [10, 11, 'digits', '20'],
  form: [12, 13, 'digits'],
  version: [14, 16, 'digits'],
  documentType: [18, 18, 'digits', '2'],
  document: [19, 32, 'document'],
  agreement: [33, 52, 'code'],
  agency: [53, 57, 'digits'],
  agencyDigit: [58, 58, 'code'],
  account: [59, 70, 'digits'],
  accountDigit: [71, 71, 'code'],
  sharedDigit: [72, 72, 'code', ''],
  name: [73, 102, 'text'],
  message: [103, 142, 'text', ''],
  street: [143, 172, 'text'],
  number: [173, 177, 'digits'],
  complement: [178, 192, 'text'],
  city: [193, 212, 'text'],
  zipCode: [213, 220, 'digits'],
  state: [221, 222, 'code'],
  /** 01: debit in account. */
  debit: [223, 224, 'code', '01'],
} as const satisfies RecordLayout

const anyDetail = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '3'],
  sequence: [9, 13, 'count'],
} as const

/** The payment. Movement 0 includes it, instruction 00 releases it. */
export const segmentA = {
  ...anyDetail,
  segment: [14, 14, 'code', 'A'],
  movement: [15, 15, 'digits', '0'],
  instruction: [16, 17, 'digits', '00'],
  clearing: [18, 20, 'digits'],
  payeeBank: [21, 23, 'digits', '0'],
  agency: [24, 28, 'digits', '0'],
  agencyDigit: [29, 29, 'code', ''],
  account: [30, 41, 'digits', '0'],
  accountDigit: [42, 42, 'code', ''],
  sharedDigit: [43, 43, 'code', ''],
  name: [44, 73, 'text'],
  key: [74, 93, 'exact'],
  payOn: [94, 101, 'date'],
  currency: [102, 104, 'code', 'BRL'],
  currencyQuantity: [105, 119, 'digits', '0'],
  amount: [120, 134, 'amount'],
  bankNumber: [135, 154, 'code', ''],
  paidOn: [155, 162, 'date', ''],
  paid: [163, 177, 'amount', '0'],
  information: [178, 217, 'code', ''],
  tedPurpose: [220, 224, 'code', ''],
  accountKind: [225, 226, 'code', ''],
  notice: [230, 230, 'digits', '0'],
} as const satisfies RecordLayout

/** The payee of a Pix, and how the account is found: by a key or by bank data. */
export const segmentBPix = {
  ...anyDetail,
  segment: [14, 14, 'code', 'B'],
  initiation: [15, 17, 'code'],
  documentType: [18, 18, 'digits'],
  document: [19, 32, 'document'],
  txid: [33, 67, 'code', ''],
  text: [68, 127, 'text', ''],
  pixKey: [128, 226, 'exact', ''],
  reserved: [227, 232, 'digits', '0'],
  ispb: [233, 240, 'document', '0'],
} as const satisfies RecordLayout

/** The payee of a transfer. */
export const segmentB = {
  ...anyDetail,
  segment: [14, 14, 'code', 'B'],
  documentType: [18, 18, 'digits'],
  document: [19, 32, 'document'],
  street: [33, 62, 'text', ''],
  number: [63, 67, 'digits', '0'],
  complement: [68, 82, 'text', ''],
  district: [83, 97, 'text', ''],
  city: [98, 117, 'text', ''],
  zipCode: [118, 125, 'digits', '0'],
  state: [126, 127, 'code', ''],
  dueDate: [128, 135, 'date'],
  amount: [136, 150, 'amount'],
  /** Rebate, discount, late interest and fine. */
  deductions: [151, 210, 'digits', '0'],
  payeeCode: [211, 225, 'code', ''],
  notice: [226, 226, 'digits', '0'],
  reserved: [227, 232, 'digits', '0'],
  ispb: [233, 240, 'document', '0'],
} as const satisfies RecordLayout

/** Type 5. `recordCount` includes the header and this line. */
export const batchTrailer = {
  ...anyRecord,
  recordType: [8, 8, 'digits', '5'],
  recordCount: [18, 23, 'count'],
  amount: [24, 41, 'amount'],
  currencyQuantity: [42, 59, 'digits', '0'],
  debitNotice: [60, 65, 'digits', '0'],
} as const satisfies RecordLayout

/** Type 9. `lineCount` covers the whole file, this line included. */
export const fileTrailer = {
  ...anyRecord,
  batch: [4, 7, 'count', '9999'],
  recordType: [8, 8, 'digits', '9'],
  batchCount: [18, 23, 'count'],
  lineCount: [24, 29, 'count'],
  accountCount: [30, 35, 'digits', '0'],
} as const satisfies RecordLayout
