import { isDocument } from './document.ts'
import { describeViolation, type ProblemType, PspProblem, type Violation } from './problem.ts'

/** Both ends included. */
export interface Window {
  readonly from: Date
  readonly to: Date
}

export interface Page {
  /** From 0 on. */
  readonly number: number
  readonly size: number
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i
const MOST_ITEMS = 1_000
const USUAL_ITEMS = 100
const MOST_PAGES = 1_000_000

/** Reads the query of a list. `finish` throws when anything in it was wrong. */
export class QueryReader {
  readonly #query: Query
  readonly #problem: ProblemType
  readonly #violations: Violation[] = []

  constructor(query: Query, problem: ProblemType) {
    this.#query = query
    this.#problem = problem
  }

  text(name: string): string | undefined {
    const value = this.#query[name]
    if (value === undefined || typeof value === 'string') return value
    this.refuse(name, 'foi informado duas vezes')
    return undefined
  }

  refuse(name: string, sentence: string): void {
    this.#violations.push(describeViolation(name, sentence, this.#query[name]))
  }

  window(): Window {
    const from = this.#instant('inicio')
    const to = this.#instant('fim')
    if (from !== undefined && to !== undefined && to < from) this.refuse('fim', 'é anterior a inicio')
    return { from: from ?? new Date(0), to: to ?? new Date(0) }
  }

  page(): Page {
    return {
      number: this.#integer('paginacao.paginaAtual', 0, MOST_PAGES) ?? 0,
      size: this.#integer('paginacao.itensPorPagina', 1, MOST_ITEMS) ?? USUAL_ITEMS,
    }
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (text !== 'true' && text !== 'false') this.refuse(name, 'deve ser true ou false')
    return text === 'true'
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name)
    const found = allowed.find(each => each === text)
    if (text !== undefined && found === undefined) this.refuse(name, `deve ser um de ${allowed.join(', ')}`)
    return found
  }

  /** The CPF or the CNPJ, of which a query names at most one. */
  document(): string | undefined {
    const given = { cpf: this.text('cpf'), cnpj: this.text('cnpj') }
    if (given.cpf !== undefined && given.cnpj !== undefined) this.refuse('cnpj', 'não pode acompanhar o cpf')
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && !isDocument(name, value)) this.refuse(name, `não tem a forma de um ${name}`)
    return given.cpf ?? given.cnpj
  }

  integer(name: string, smallest: number, largest: number): number | undefined {
    return this.#integer(name, smallest, largest)
  }

  finish(): void {
    if (this.#violations.length > 0) throw new PspProblem(this.#problem, { violations: this.#violations })
  }

  #instant(name: string): Date | undefined {
    const text = this.text(name)
    if (text === undefined) {
      this.refuse(name, 'é obrigatório')
      return undefined
    }
    const instant = new Date(DATE_TIME.test(text) ? text : Number.NaN)
    if (!Number.isNaN(instant.getTime())) return instant
    this.refuse(name, 'deve ser um instante como 2026-11-16T03:00:00Z')
    return undefined
  }

  #integer(name: string, smallest: number, largest: number): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= smallest && value <= largest) return value
    this.refuse(name, `deve ser um número inteiro de ${smallest} a ${largest}`)
    return undefined
  }
}

/** The parameters of a list as its answer repeats them. */
export function presentParameters(
  { from, to }: Window,
  { number, size }: Page,
  total: number,
): Record<string, unknown> {
  return {
    inicio: from.toISOString(),
    fim: to.toISOString(),
    paginacao: {
      paginaAtual: number,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(1, Math.ceil(total / size)),
      quantidadeTotalDeItens: total,
    },
  }
}
