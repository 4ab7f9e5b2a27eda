import { computeCpfCheckDigits } from '../../src/brazil/cpf.ts'

export interface Person {
  readonly cpf: string
  readonly phone: string
  readonly email: string
  readonly zipCode: string
}

let made = 0
let madeByPersona = new Map<string, number>()
let countedFile = process.env.TEST_FILE

/** A new person with the outcome of a sandbox persona; the real rules apply to everything else. */
export function newPerson(persona = '001'): Person {
  // Test files of one process share this module, but no database: each has all people of a persona.
  if (countedFile !== process.env.TEST_FILE) {
    countedFile = process.env.TEST_FILE
    madeByPersona = new Map()
  }
  const number = (madeByPersona.get(persona) ?? -1) + 1
  madeByPersona.set(persona, number)
  if (number > 999) throw new Error('a persona has a thousand people')
  return describePerson(`000${persona}${String(number).padStart(3, '0')}`)
}

/** A new person whose score follows from the digits of the CPF. */
export function newOrdinaryPerson(): Person {
  return describePerson(String(123_456_789 + made * 7_919))
}

/** A phone that no other test person has: the phone alert counts people on one phone. */
function describePerson(nineDigits: string): Person {
  made += 1
  return {
    cpf: nineDigits + computeCpfCheckDigits(nineDigits),
    phone: `119${String(87_000_000 + made)}`,
    email: `pessoa.${nineDigits}@exemplo.com.br`,
    zipCode: '01310100',
  }
}

export const address = {
  addressStreet: 'Avenida Paulista',
  addressNumber: '1578',
  addressComplement: '',
  city: 'São Paulo',
  state: 'SP',
}

export function preApproveBody(apiKey: string, person: Person, price?: number): Record<string, unknown> {
  return { apiKey, ...person, source: 'checkout', ...(price === undefined ? {} : { price }) }
}

/** A purchase of this value, in one product without delivery. */
export function optionsBody(
  apiKey: string,
  person: Person,
  value: number,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    apiKey,
    ...person,
    ...address,
    device: 'mobile',
    source: 'checkout',
    products: [{ id: 'sku-1', name: 'Geladeira', amount: 1, value }],
    shipping: 0,
    ...more,
  }
}
