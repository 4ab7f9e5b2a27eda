import { maskPhone } from '../../brazil/phone.ts'
import type { Purchase } from './purchase.ts'

/** Without a name the payer is identified by the CPF, under which the bank's registry has the name. */
export function describePayer({ customer }: Purchase) {
  const { cpf, address } = customer
  const name = customer.name ?? `Cliente CPF ${cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')}`
  return { name, cpf, ...address }
}

export const presentMaskedPhone = (phone: string): string => maskPhone(phone)

/** The middle digits, as the tax office masks a CPF. */
export const presentMaskedCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

/** The first name and the initials of the others. */
export function presentMaskedName(name: string): string {
  const [first = '', ...others] = name.split(' ')
  return [first, ...others.map(each => `${[...each][0] ?? ''}.`)].join(' ')
}
