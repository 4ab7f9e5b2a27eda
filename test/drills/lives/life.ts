import { computeCpfCheckDigits } from '../../../src/brazil/cpf.ts'
import { RequestError } from '../../../src/contract/errors.ts'
import type { CalendarDate } from '../../../src/kernel/calendar-date.ts'
import { InputError, Refused } from '../../../src/kernel/faults.ts'
import { DatabaseUnavailable } from '../../../src/platform/db/database-errors.ts'
import { Dice } from '../../servicing/dice.ts'
import type { Answer } from '../../support/app.ts'
import type { Person } from '../../support/people.ts'

/** One contract with everything that happens to it, and what took its place. */
export interface Life {
  readonly number: number
  /** Its own, so that lives that run at once do not change each other's numbers. */
  readonly dice: Dice
  readonly key: string
  readonly retailerId: string
  readonly person: Person
  readonly boughtOn: CalendarDate
  /** Of the purchase, of what is left of it after a return, or of the agreement that took its place. */
  transactionId: string
  readonly transactionIds: string[]
  /** Of ten days on which something is due, the customer pays on so many. */
  readonly diligence: number
  isOver: boolean
  /** Billets of settlements and offers that were not paid on their day. */
  readonly unpaid: { readonly id: string; readonly amountCentavos: number }[]
  /** What was done, for the message of a deviation. */
  readonly diary: string[]
}

const PERSONA = '001'
/** A persona of the sandbox has so many people. */
export const MOST_PEOPLE = 1_000

export function describePerson(number: number): Person {
  const nineDigits = `000${PERSONA}${String(number).padStart(3, '0')}`
  return {
    cpf: nineDigits + computeCpfCheckDigits(nineDigits),
    phone: `119${String(87_000_000 + number)}`,
    email: `vida.${number}@exemplo.com.br`,
    zipCode: '01310100',
  }
}

export const newDice = (seed: number, number: number): Dice =>
  new Dice(Math.imul(seed ^ (number + 1), 0x9e3779b1))

/** A rule said no: a normal answer, after which everything is as before. */
export class Declined extends Error {}

const UNAVAILABLE = 503

/** Of an answer over HTTP. Anything that is neither done nor refused is a deviation; a busy machine may say "later". */
export function takeAnswer<Body>(answer: Answer<Body>): Body {
  if (answer.status === 200) return answer.body
  if ((answer.status >= 400 && answer.status < 500) || answer.status === UNAVAILABLE)
    throw new Declined(answer.text)
  throw new Error(answer.text)
}

export const isDeclined = (error: unknown): boolean =>
  error instanceof Declined ||
  error instanceof Refused ||
  error instanceof InputError ||
  error instanceof RequestError ||
  error instanceof DatabaseUnavailable
