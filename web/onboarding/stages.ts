import type { Step } from '../../src/contract/enums.ts'

const STAGES = ['Sua compra', 'Seu celular', 'Documento', 'Selfie', 'Análise', 'Contrato', 'Entrada'] as const

const STAGE_OF_STEP: Readonly<Record<Step, (typeof STAGES)[number] | undefined>> = {
  WAITING: 'Sua compra',
  CONFIRMATION: 'Seu celular',
  FRONTDOC: 'Documento',
  BACKDOC: 'Documento',
  SELFIE: 'Selfie',
  ASYNC_ANALYSE: 'Análise',
  DESK: 'Análise',
  INSURANCE: 'Contrato',
  SIGNATURE: 'Contrato',
  ENTRY: 'Entrada',
  COMPLETE: undefined,
}

export interface Stage {
  readonly step: number
  readonly steps: number
  readonly name: string
}

/** Undefined once nothing is left to do. A purchase without a down payment has one stage less. */
export function findStage(step: Step, hasDownPayment: boolean): Stage | undefined {
  const name = STAGE_OF_STEP[step]
  if (name === undefined) return undefined
  return { step: STAGES.indexOf(name) + 1, steps: STAGES.length - (hasDownPayment ? 0 : 1), name }
}
