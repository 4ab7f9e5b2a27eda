import type { InstallmentState, LoanState } from '../../src/contract/desk-loans.ts'
import type { Tone } from '../design/alert.tsx'

export const LOAN_STATE_TONES = {
  CURRENT: 'calm',
  LATE: 'warn',
  ACCELERATED: 'bad',
  RENEGOTIATED: 'calm',
  WRITTEN_OFF: 'bad',
  PAID: 'good',
  CANCELED: 'calm',
} satisfies Readonly<Record<LoanState, Tone>>

export const INSTALLMENT_TONES = {
  open: 'calm',
  'part-paid': 'calm',
  late: 'warn',
  paid: 'good',
  canceled: 'calm',
} satisfies Readonly<Record<InstallmentState, Tone>>
