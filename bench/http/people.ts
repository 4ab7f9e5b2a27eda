import { computeCpfCheckDigits } from '../../src/brazil/cpf.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createSandboxBureau } from '../../src/sandbox/sandbox-bureau.ts'

const SCORE_WITH_HIGHEST_LIMIT = 800

/** Distinct customers whom the sandbox bureau approves: each is a new evaluation and gets every option. */
export async function* inventPeople(
  start: number,
): AsyncGenerator<{ cpf: string; phone: string; email: string }> {
  const bureau = createSandboxBureau(systemClock)
  for (let number = start; ; number++) {
    const nine = String(100_000_000 + number)
    const cpf = nine + computeCpfCheckDigits(nine)
    const person = {
      cpf,
      phone: `119${String(number).padStart(8, '0').slice(-8)}`,
      email: `p${number}@example.com`,
    }
    const answer = await bureau.fetchReport({ ...person, zipCode: '01310100' })
    if (answer.status === 'ok' && answer.report.score >= SCORE_WITH_HIGHEST_LIMIT) yield person
  }
}

export const PRE_APPROVE = { zipCode: '01310-100', source: 'checkout', price: 5000 }

export const OPTIONS = {
  zipCode: '01310-100',
  source: 'checkout',
  device: 'mobile',
  addressStreet: 'Avenida Paulista',
  addressNumber: '1000',
  addressComplement: 'apto 12',
  city: 'São Paulo',
  state: 'SP',
  products: [
    {
      id: 'sku-1',
      name: 'Geladeira 400 litros',
      amount: 1,
      value: 3499.9,
      category: 'Eletro',
      image: 'https://shop.example.com/1.jpg',
    },
    {
      id: 'sku-2',
      name: 'Liquidificador',
      amount: 2,
      value: 249.95,
      category: 'Eletro',
      image: 'https://shop.example.com/2.jpg',
    },
  ],
  shipping: 89.9,
}
