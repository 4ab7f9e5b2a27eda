import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { describeViolation, type Violation } from './problem.ts'

export type Members = Readonly<Record<string, unknown>>

/** Reads the members of a request, and collects what is wrong with them instead of stopping at the first. */
export class FieldReader {
  readonly violations: Violation[]
  readonly #members: Members
  readonly #path: string

  constructor(members: Members, path: string, violations: Violation[] = []) {
    this.#members = members
    this.#path = path
    this.violations = violations
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined
  }

  refuse(name: string, sentence: string): void {
    this.violations.push(describeViolation(`${this.#path}.${name}`, sentence, this.#members[name]))
  }

  text(name: string, longest: number): string | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && value.length <= longest) return value
    this.refuse(name, `deve ser um texto de até ${longest} caracteres`)
    return undefined
  }

  matching(name: string, pattern: RegExp, form: string): string | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && pattern.test(value)) return value
    this.refuse(name, `deve ter o formato ${form}`)
    return undefined
  }

  /** An amount or a rate: two decimals, in hundredths. */
  hundredths(name: string): Centavos | undefined {
    const text = this.matching(name, /^\d{1,10}\.\d{2}$/, '9999.99')
    return text === undefined ? undefined : parseHundredths(text)
  }

  date(name: string): CalendarDate | undefined {
    const text = this.matching(name, /^\d{4}-\d{2}-\d{2}$/, 'AAAA-MM-DD')
    if (text === undefined) return undefined
    try {
      return parseCalendarDate(text)
    } catch {
      this.refuse(name, 'não é um dia do calendário')
      return undefined
    }
  }

  integer(name: string, smallest: number, largest: number): number | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (Number.isInteger(value) && Number(value) >= smallest && Number(value) <= largest) return Number(value)
    this.refuse(name, `deve ser um número inteiro de ${smallest} a ${largest}`)
    return undefined
  }

  /** A reader for the members of a member; undefined when it is absent or no object. */
  inside(name: string): FieldReader | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (isMembers(value)) return new FieldReader(value, `${this.#path}.${name}`, this.violations)
    this.refuse(name, 'deve ser um objeto')
    return undefined
  }

  list(name: string, fewest: number, most: number): FieldReader[] | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length >= fewest && value.length <= most && value.every(isMembers))
      return value.map(
        (item, index) => new FieldReader(item, `${this.#path}.${name}[${index}]`, this.violations),
      )
    this.refuse(name, `deve ser uma lista de ${fewest} a ${most} objetos`)
    return undefined
  }

  /** What must be there, and was not refused already. */
  require<T>(name: string, value: T | undefined): T | undefined {
    if (value === undefined && !this.has(name)) this.refuse(name, 'é obrigatório')
    return value
  }
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parseHundredths(text: string): number {
  return Number(text.replace('.', ''))
}

export function writeHundredths(value: number): string {
  const digits = String(value).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
