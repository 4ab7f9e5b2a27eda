import type { SandboxPerson, StoreCustomer } from '../../../src/contract/store.ts'
import { send } from '../api.ts'
import { keep } from '../kept.ts'

export interface PanelPerson extends SandboxPerson {
  /** The order that this person made: somebody has one purchase at a time, so that the next one is for somebody else. */
  readonly orderId?: string
}

/** Invented, and therefore kept in the browser without concern. */
export const person = keep<PanelPerson | undefined>('store-person', stored => {
  const { persona, name, cpf, phone } = (stored ?? {}) as Partial<PanelPerson>
  const isWhole = [persona, name, cpf, phone].every(each => typeof each === 'string')
  return isWhole ? (stored as PanelPerson) : undefined
})

/** Nobody has been taken yet, or whoever was has bought already. */
export function needsPerson(taken: PanelPerson | undefined): boolean {
  return taken === undefined || taken.orderId !== undefined
}

export const OUTCOMES = [
  { value: '001', label: 'Tudo aprovado' },
  { value: '011', label: 'Fotos vão para a mesa' },
  { value: '012', label: 'Identificação recusada' },
  { value: '002', label: 'Crédito negado' },
  { value: '003', label: 'Menor de idade' },
] as const

export async function takePerson(persona: string): Promise<void> {
  person.set(await send<SandboxPerson>('sandbox/people', { persona }))
}

export function composeCustomer({ persona: _, orderId: __, ...customer }: PanelPerson): StoreCustomer {
  return customer
}

/** 00000100064 is 000.001.000-64. */
export function writeCpf(cpf: string): string {
  return cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** 11987651234 is (11) 98765-1234. */
export function writePhone(phone: string): string {
  return phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
