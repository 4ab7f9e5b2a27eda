import type { Step } from '../../src/contract/enums.ts'
import type { OnboardingState } from '../../src/contract/onboarding.ts'

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

/** An agreement is made with somebody who was identified before. */
const AGREEMENT_STAGES = ['Seu celular', 'Contrato', 'Entrada'] as const

export interface Stage {
  readonly step: number
  readonly steps: number
  readonly name: string
}

/** Undefined once nothing is left to do. Where there is no down payment there is one stage less. */
export function findStage({
  step,
  figures,
  renegotiates,
}: Pick<OnboardingState, 'step' | 'figures' | 'renegotiates'>): Stage | undefined {
  const name = STAGE_OF_STEP[step]
  if (name === undefined) return undefined
  const isAgreement = renegotiates !== undefined
  const stages: readonly string[] = isAgreement ? AGREEMENT_STAGES : STAGES
  const steps = stages.length - (figures.downPayment > 0 ? 0 : 1)
  return { step: stages.indexOf(name) + 1, steps, name: isAgreement && name === 'Contrato' ? 'Acordo' : name }
}
