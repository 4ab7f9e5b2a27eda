import type { InterestMode, PixChargeTerms, PixDiscount, PixTerm } from '../../brazil/pix-charge-value.ts'
import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { type FieldReader, parseHundredths } from './field-reader.ts'

interface WireTerm {
  readonly modalidade: number
  readonly valorPerc: string
}

interface WireDiscount {
  readonly modalidade: number
  readonly valorPerc?: string
  readonly descontoDataFixa?: readonly { readonly data: CalendarDate; readonly valorPerc: string }[]
}

/** `valor` of a charge with due date, as the API writes it. */
export interface WireTerms {
  readonly original: string
  readonly multa?: WireTerm
  readonly juros?: WireTerm
  readonly abatimento?: WireTerm
  readonly desconto?: WireDiscount
}

/** Percentages are given with two decimals, too. */
const ALL_OF_IT = 10_000
const MOST_DATES = 3

export function readTerms(
  value: FieldReader,
  original: string,
  dueDate: CalendarDate | undefined,
): WireTerms {
  const multa = readTerm(value, 'multa', 2)
  const juros = readTerm(value, 'juros', 8)
  const abatimento = readTerm(value, 'abatimento', 2)
  if (abatimento !== undefined)
    refuseWhole(value.inside('abatimento'), abatimento.valorPerc, abatimento.modalidade === 2, original)
  const desconto = readDiscount(value, original, dueDate)
  return {
    original,
    ...(multa === undefined ? {} : { multa }),
    ...(juros === undefined ? {} : { juros }),
    ...(abatimento === undefined ? {} : { abatimento }),
    ...(desconto === undefined ? {} : { desconto }),
  }
}

function readTerm(value: FieldReader, name: string, modes: number): WireTerm | undefined {
  const term = value.inside(name)
  if (term === undefined) return undefined
  const modalidade = term.require('modalidade', term.integer('modalidade', 1, modes))
  const valorPerc = readRate(term)
  return modalidade === undefined || valorPerc === undefined ? undefined : { modalidade, valorPerc }
}

function readRate(term: FieldReader): string | undefined {
  const rate = term.require('valorPerc', term.hundredths('valorPerc'))
  return rate === undefined ? undefined : term.text('valorPerc', 13)
}

/** Codes 1 and 2 name dates and nothing else; the others a rate for each day, and no date. */
function readDiscount(
  value: FieldReader,
  original: string,
  dueDate: CalendarDate | undefined,
): WireDiscount | undefined {
  const discount = value.inside('desconto')
  const modalidade = discount?.require('modalidade', discount.integer('modalidade', 1, 6))
  if (discount === undefined || modalidade === undefined) return undefined
  if (modalidade > 2) {
    if (discount.has('descontoDataFixa'))
      discount.refuse('descontoDataFixa', 'não pode ser informado com modalidade de 3 a 6')
    const valorPerc = readRate(discount)
    if (valorPerc === undefined) return undefined
    refuseWhole(discount, valorPerc, modalidade >= 5, original)
    return { modalidade, valorPerc }
  }
  if (discount.has('valorPerc')) discount.refuse('valorPerc', 'não pode ser informado com modalidade 1 ou 2')
  const dates = discount.require('descontoDataFixa', discount.list('descontoDataFixa', 1, MOST_DATES))
  const descontoDataFixa = dates?.flatMap(item => {
    const data = item.date('data')
    item.require('data', data)
    const valorPerc = readRate(item)
    if (data === undefined || valorPerc === undefined) return []
    if (dueDate !== undefined && data > dueDate) item.refuse('data', 'é posterior à data de vencimento')
    refuseWhole(item, valorPerc, modalidade === 2, original)
    return [{ data, valorPerc }]
  })
  return descontoDataFixa === undefined ? undefined : { modalidade, descontoDataFixa }
}

/** What is taken off must leave something to pay. */
function refuseWhole(
  read: FieldReader | undefined,
  valorPerc: string,
  isPercentage: boolean,
  original: string,
): void {
  const limit = isPercentage ? ALL_OF_IT : parseHundredths(original)
  if (parseHundredths(valorPerc) >= limit)
    read?.refuse(
      'valorPerc',
      isPercentage ? 'deve ser menor que 100 %' : 'deve ser menor que o valor original',
    )
}

/** The same terms for the rules of the country. */
export function parseTerms(
  { original, multa, juros, abatimento, desconto }: WireTerms,
  due: string,
): PixChargeTerms {
  return {
    originalCentavos: parseHundredths(original),
    dueDate: parseCalendarDate(due),
    fine: multa && (parseTerm(multa) as PixTerm<1 | 2>),
    interest: juros && (parseTerm(juros) as PixTerm<InterestMode>),
    rebate: abatimento && (parseTerm(abatimento) as PixTerm<1 | 2>),
    discount: desconto && parseDiscount(desconto),
  }
}

function parseTerm({ modalidade, valorPerc = '0.00' }: WireDiscount): PixTerm<number> {
  return { mode: modalidade, value: parseHundredths(valorPerc) }
}

function parseDiscount(discount: WireDiscount): PixDiscount {
  const { modalidade, descontoDataFixa } = discount
  if (descontoDataFixa === undefined) return parseTerm(discount) as PixTerm<3 | 4 | 5 | 6>
  return {
    mode: modalidade === 2 ? 2 : 1,
    until: descontoDataFixa.map(({ data, valorPerc }) => ({ date: data, value: parseHundredths(valorPerc) })),
  }
}
