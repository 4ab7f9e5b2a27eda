import { maskPhone } from '../../brazil/phone.ts'
import type { Purchase } from './purchase.ts'

/** The customer's name is not asked before the documents; the bank's registry has it under the CPF. */
export function describePayer({ customer }: Purchase) {
  const name = `Cliente CPF ${customer.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')}`
  return { name, cpf: customer.cpf, ...customer.address }
}

export const presentMaskedPhone = (phone: string): string => maskPhone(phone)

/** The middle digits, as the tax office masks a CPF. */
export const presentMaskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
