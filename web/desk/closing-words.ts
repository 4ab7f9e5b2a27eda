import type {
  ClosingDifference,
  ClosingFile,
  ClosingRemark,
  ClosingState,
} from '../../src/contract/desk-closing.ts'
import type { Tone } from '../design/alert.tsx'
import { writeMoney } from '../design/format.ts'

/* Names of codes on the page of month ends. */

export const CLOSING_STATE_WORDS = {
  RUNNING: 'Em apuração',
  READY: 'Apurado',
  CLOSED: 'Fechado',
} satisfies Readonly<Record<ClosingState, string>>

export const CLOSING_TONES = {
  RUNNING: 'warn',
  READY: 'calm',
  CLOSED: 'good',
} satisfies Readonly<Record<ClosingState, Tone>>

export const CLOSING_FILE_WORDS = {
  journal: 'Diário do mês',
  'trial-balance': 'Balancete',
  revenue: 'Receitas por tributo',
  contracts: 'Contratos no fim do mês',
} satisfies Readonly<Record<ClosingFile, string>>

export const STAGE_WORDS: Readonly<Record<string, string>> = {
  '1': 'Estágio 1',
  '2': 'Estágio 2',
  '3': 'Estágio 3',
  none: 'Sem estágio',
}

const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 2026-03 is março de 2026. */
export const writeMonth = (written: string): string => month.format(Date.parse(`${written}-01T00:00:00Z`))

export function describeDifference(found: ClosingDifference): string {
  switch (found.what) {
    case 'account':
      return `Conta ${found.account}: os contratos somam ${writeMoney(found.contracts)}, e os livros têm ${writeMoney(found.books)}.`
    case 'debits':
      return `Débitos e créditos diferem em ${writeMoney(found.amount)}.`
    case 'unprovided':
      return `Contratos sem a provisão do mês: ${found.contracts}.`
    case 'bank':
      return `Conta ${found.account} no banco: extrato e livros diferem em ${writeMoney(found.amount)}, sem explicação.`
  }
}

export function describeRemark(remark: ClosingRemark): string {
  if (remark.what === 'no-statement') return `Conta ${remark.account}: falta o extrato do fim do mês.`
  return `Conta ${remark.account}: ${remark.lines} linhas do extrato e ${remark.entries} lançamentos ainda sem par.`
}
