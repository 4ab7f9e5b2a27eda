import type { RecordLayout } from '../../../brazil/cnab-record.ts'
import { batchHeader, batchTrailer, fileHeader, segmentA } from './layouts.ts'

/* The fields that are read from returns. They stand in the same places at all banks; what differs is not read. */

export const returnHeader = {
  agreement: fileHeader.agreement,
  agency: fileHeader.agency,
  account: fileHeader.account,
  direction: fileHeader.direction,
  createdOn: fileHeader.createdOn,
  fileSequence: fileHeader.fileSequence,
} as const satisfies RecordLayout

const occurrences = [231, 240, 'code'] as const

export const returnBatchHeader = {
  operation: batchHeader.operation,
  form: batchHeader.form,
  occurrences,
} as const satisfies RecordLayout

export const returnBatchTrailer = {
  recordCount: batchTrailer.recordCount,
  amount: batchTrailer.amount,
  occurrences,
} as const satisfies RecordLayout

export const returnDetail = {
  sequence: [9, 13, 'count'],
  segment: [14, 14, 'code'],
} as const satisfies RecordLayout

export const returnA = {
  movement: segmentA.movement,
  instruction: segmentA.instruction,
  key: segmentA.key,
  amount: segmentA.amount,
  bankNumber: segmentA.bankNumber,
  paidOn: segmentA.paidOn,
  paid: segmentA.paid,
  occurrences,
} as const satisfies RecordLayout

/** Proof of the payment; of a Pix the end-to-end id. */
export const returnZ = {
  authentication: [15, 78, 'exact'],
  protocol: [79, 103, 'exact'],
} as const satisfies RecordLayout
