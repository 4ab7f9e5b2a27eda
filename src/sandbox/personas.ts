import { computeCpfCheckDigits } from '../brazil/cpf.ts'
import type { CpfStatus, FactOverrides } from '../domains/credit/index.ts'
import { answerAtOnce } from '../domains/onboarding/index.ts'
import type { Centavos } from '../kernel/money.ts'

/** What the sandbox bureau knows about a person. Everyone is an adult unless stated otherwise. */
interface SandboxProfile {
  readonly score: number
  readonly isMinor?: true
  readonly suggestedLimitCentavos?: Centavos
  readonly name?: string
  readonly cpfStatus?: CpfStatus
  readonly fraudAlerts?: readonly string[]
}

interface Persona {
  /** Digits 4 to 6 of the CPF. */
  readonly code: string
  readonly outcome: string
  readonly bureau: SandboxProfile | 'unavailable'
  readonly facts: FactOverrides
  /** Of the pictures; passed when absent. */
  readonly analysis?: 'unsure' | 'refused'
}

const excellent = { score: 1000 }

/** Homologation only. After 000, the next three digits of a CPF select the row; the three after them are free. */
export const personas: readonly Persona[] = [
  { code: '001', outcome: 'approved with the highest limit', bureau: excellent, facts: {} },
  { code: '002', outcome: 'USER_DENIED', bureau: { score: 0 }, facts: {} },
  { code: '003', outcome: 'FILTER_BELOW_AGE', bureau: { ...excellent, isMinor: true }, facts: {} },
  {
    code: '004',
    outcome: 'PRICE_OUT_RANGE above what a limit of 300.00 finances',
    bureau: { ...excellent, suggestedLimitCentavos: 300_00 },
    facts: {},
  },
  { code: '005', outcome: 'USER_HAS_TRANSACTION', bureau: excellent, facts: { hasLivingContract: true } },
  { code: '006', outcome: 'MAX_TRIES', bureau: excellent, facts: { attempts: 'exceeded' } },
  { code: '007', outcome: 'the bureau does not answer', bureau: 'unavailable', facts: {} },
  {
    code: '011',
    outcome: 'approved; identification goes to the desk',
    bureau: excellent,
    facts: {},
    analysis: 'unsure',
  },
  {
    code: '012',
    outcome: 'approved; identification is refused',
    bureau: excellent,
    facts: {},
    analysis: 'refused',
  },
  { code: '013', outcome: 'approved with a phone alert', bureau: excellent, facts: { phoneAlert: true } },
  { code: '014', outcome: 'approved; the bank cancels billets slowly', bureau: excellent, facts: {} },
  {
    code: '015',
    outcome: 'USER_DENIED: the CPF is suspended',
    bureau: { ...excellent, cpfStatus: 'SUSPENDED' },
    facts: {},
  },
  {
    code: '016',
    outcome: 'USER_DENIED: a stolen document was reported',
    bureau: { ...excellent, fraudAlerts: ['STOLEN_DOCUMENT'] },
    facts: {},
  },
  {
    code: '017',
    outcome: 'approved; the bureau knows another name, so identification goes to the desk',
    bureau: { ...excellent, name: 'Benedita Alves do Nascimento' },
    facts: {},
  },
]

const personaByCode = new Map(personas.map(persona => [persona.code, persona]))

export function findPersona(cpf: string): Persona | undefined {
  return cpf.startsWith('000') ? personaByCode.get(cpf.slice(3, 6)) : undefined
}

/** The CPF of one person of a persona, with its mask, for examples that work when pasted. */
export function findSamplePerson(code: string): string | undefined {
  if (!personaByCode.has(code)) return undefined
  return `000.${code}.000-${computeCpfCheckDigits(`000${code}000`)}`
}

/** A fictitious analysis of pictures, whose outcome the persona chooses. */
export const sandboxAnalysis = answerAtOnce(cpf => findPersona(cpf)?.analysis ?? 'passed')
