import { isSameName, listNameWords } from '../../../brazil/person-name.ts'
import { addMonths, type CalendarDate } from '../../../kernel/calendar-date.ts'
import type { ListedPerson } from './parse-list.ts'

/** What is known about a customer who is compared with a list. */
export interface ScreenedPerson {
  readonly cpf: string
  /** Every name that a source gives. */
  readonly names: readonly string[]
  readonly birthDate?: CalendarDate | undefined
}

/** The digits of a CPF that a masked one shows. */
export const pickShownDigits = (cpf: string): string => cpf.slice(3, 9)

/** Equal for two names that are written in another order, or with other accents and particles. */
export const composeNameKey = (name: string): string => listNameWords(name).join(' ')

/** Whoever leaves office stays exposed for five years (Central Bank, Circular 3.978, art. 27). */
const EXPOSED_MONTHS = 60

/**
 * Whether a list may mean this customer. A whole CPF decides by itself. The digits of a masked one leave about one
 * in a million people, so the name has to agree too, where it is known. A name alone is a match unless the birth dates differ.
 */
export function isMatch(listed: ListedPerson, person: ScreenedPerson, today: CalendarDate): boolean {
  if (isOver(listed, today)) return false
  if (listed.cpf !== undefined) return listed.cpf === person.cpf
  const hasName = person.names.some(name => isSameName(name, listed.name))
  if (listed.digits !== undefined)
    return listed.digits === pickShownDigits(person.cpf) && (person.names.length === 0 || hasName)
  const differs =
    listed.birthDate !== undefined && person.birthDate !== undefined && listed.birthDate !== person.birthDate
  return hasName && !differs
}

function isOver({ until, exposedUntil }: ListedPerson, today: CalendarDate): boolean {
  const last = exposedUntil ?? (until && addMonths(until, EXPOSED_MONTHS))
  return last !== undefined && last < today
}
