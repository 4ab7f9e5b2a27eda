import { parseCpf } from '../../brazil/cpf.ts'
import { parsePhone } from '../../brazil/phone.ts'
import { isPostalCodeOf, parsePostalCode } from '../../brazil/postal-code.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Applicant } from './bureau.ts'

/** Normalises masks, +55 and capitals, so that the same person always gives the same applicant. */
export function parseApplicant(request: Readonly<Applicant>): Applicant {
  return {
    cpf: getParsed('cpf', parseCpf(request.cpf)),
    phone: getParsed('phone', parsePhone(request.phone)?.digits),
    email: request.email.trim().toLowerCase(),
    zipCode: getParsed('zipCode', parsePostalCode(request.zipCode)),
  }
}

/** Banks do not register a billet whose payer's postal code lies in another state. */
export function checkPostalCode(zipCode: string, state: string): void {
  if (!isPostalCodeOf(zipCode, state.toUpperCase()))
    throw invalidParameter('zipCode', `must be a postal code of the state ${state.toUpperCase()}`)
}

function getParsed(field: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${field} reached the credit rules without having been checked`)
  return value
}
