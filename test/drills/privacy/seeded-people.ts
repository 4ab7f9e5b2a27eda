import { computeCpfCheckDigits } from '../../../src/brazil/cpf.ts'
import type { Person } from '../../support/people.ts'
import { createRandom } from '../chaos/seeded-random.ts'

/** A marker that is in every e-mail address and street, and nowhere else. */
export const MAIL_MARK = '@zqxgente.exemplo.com.br'
export const STREET_MARK = 'Zqxjacaranda'
export const NAME_MARK = 'Zqxlaranjeira'

/** Some people of each persona; the others have a score by their digits. */
const PERSONAS = ['001', '001', '001', '001', '002', '003', '004', '007', '011', '011', '012', '013']

export function inventPeople(count: number, seed: number): Person[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, number) => {
    const persona = random.chance(0.6) ? random.pick(PERSONAS) : undefined
    // Digits that no amount, date or counter begins with, so that every hit is real.
    const nine =
      persona === undefined
        ? `8${String(47_000_000 + number * 91_237 + random.below(1_000)).padStart(8, '0')}`
        : `000${persona}${String(number % 1_000).padStart(3, '0')}`
    return {
      cpf: nine + computeCpfCheckDigits(nine),
      phone: `859${String(71_000_000 + number * 9_973).slice(-8)}`,
      email: `pessoa.${number}${MAIL_MARK}`,
      zipCode: '60165121',
    }
  })
}
