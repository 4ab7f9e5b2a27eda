import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { readTerms, type WireTerms } from './charge-terms.ts'
import { FieldReader, type Members } from './field-reader.ts'
import type { Violation } from './problem.ts'

export type ChargeKind = 'cob' | 'cobv'

export interface Debtor {
  readonly cpf?: string
  readonly cnpj?: string
  readonly nome: string
  readonly email?: string
  readonly logradouro?: string
  readonly cidade?: string
  readonly uf?: string
  readonly cep?: string
}

interface SharedBody {
  readonly chave: string
  readonly solicitacaoPagador?: string
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[]
}

interface CobBody extends SharedBody {
  readonly calendario: { readonly expiracao: number }
  readonly devedor?: Debtor
  readonly valor: { readonly original: string; readonly modalidadeAlteracao?: number }
}

interface CobvBody extends SharedBody {
  readonly calendario: { readonly dataDeVencimento: CalendarDate; readonly validadeAposVencimento: number }
  readonly devedor: Debtor
  readonly valor: WireTerms
}

/** What the receiver asks for, as the API writes it: only members that this bank knows. */
export type ChargeBody = CobBody | CobvBody

const DAY_SECONDS = 86_400
const MOST_SECONDS = 2_147_483_647
const DAYS_AFTER_DUE = 30
const MOST_DAYS = 3_650

interface ReadingContext {
  /** Due dates may not be before it. */
  readonly createdOn: CalendarDate
  readonly isOwnKey: boolean
  /** The location of a charge that exists already. */
  readonly locationId?: number | undefined
}

interface ReadCharge {
  /** Undefined when there are violations. */
  readonly body: ChargeBody | undefined
  readonly violations: readonly Violation[]
}

export function readChargeBody(kind: ChargeKind, members: Members, context: ReadingContext): ReadCharge {
  const read = new FieldReader(members, kind)
  const shared = readShared(read, context)
  const body = kind === 'cob' ? readCob(read, shared) : readCobv(read, shared, context)
  const { violations } = read
  return { body: violations.length === 0 ? body : undefined, violations }
}

export function isDueDateBody(body: ChargeBody): body is CobvBody {
  return 'dataDeVencimento' in body.calendario
}

/** Each member that is absent or refused is undefined; refusals are with the reader. */
type Shared = Partial<SharedBody>

function readShared(read: FieldReader, { isOwnKey, locationId }: ReadingContext): Shared {
  const chave = read.require('chave', read.text('chave', 77))
  if (chave !== undefined && !isOwnKey)
    read.refuse('chave', 'não é uma chave do usuário recebedor neste banco')
  if (locationId === undefined || read.inside('loc')?.integer('id', locationId, locationId) === undefined)
    if (read.has('loc')) read.refuse('loc', 'não é uma location livre deste banco')
  const solicitacaoPagador = read.text('solicitacaoPagador', 140)
  const infoAdicionais = read.list('infoAdicionais', 0, 50)?.flatMap(item => {
    const nome = item.require('nome', item.text('nome', 50))
    const valor = item.require('valor', item.text('valor', 200))
    return nome === undefined || valor === undefined ? [] : [{ nome, valor }]
  })
  return {
    ...(chave === undefined ? {} : { chave }),
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
    ...(infoAdicionais === undefined ? {} : { infoAdicionais }),
  }
}

function readCob(read: FieldReader, { chave, ...shared }: Shared): CobBody | undefined {
  const calendar = read.require('calendario', read.inside('calendario'))
  const expiracao = calendar?.integer('expiracao', 1, MOST_SECONDS) ?? DAY_SECONDS
  const devedor = readDebtor(read)
  const value = read.require('valor', read.inside('valor'))
  const original = value && readOriginal(value)
  const mode = value?.integer('modalidadeAlteracao', 0, 1)
  if (value?.has('retirada')) value.refuse('retirada', 'não é oferecido por este banco')
  if (chave === undefined || original === undefined) return undefined
  return {
    calendario: { expiracao },
    ...(devedor === undefined ? {} : { devedor }),
    valor: { original, ...(mode === undefined ? {} : { modalidadeAlteracao: mode }) },
    chave,
    ...shared,
  }
}

function readCobv(
  read: FieldReader,
  { chave, ...shared }: Shared,
  { createdOn }: ReadingContext,
): CobvBody | undefined {
  const calendar = read.require('calendario', read.inside('calendario'))
  const dueDate = calendar?.date('dataDeVencimento')
  calendar?.require('dataDeVencimento', dueDate)
  if (dueDate !== undefined && dueDate < createdOn)
    calendar?.refuse('dataDeVencimento', 'é anterior à data de criação da cobrança')
  const validadeAposVencimento = calendar?.integer('validadeAposVencimento', 0, MOST_DAYS) ?? DAYS_AFTER_DUE
  const devedor = read.require('devedor', readDebtor(read))
  const value = read.require('valor', read.inside('valor'))
  const original = value && readOriginal(value)
  const terms = value && original !== undefined ? readTerms(value, original, dueDate) : undefined
  if (chave === undefined || dueDate === undefined || devedor === undefined || terms === undefined)
    return undefined
  return {
    calendario: { dataDeVencimento: dueDate, validadeAposVencimento },
    devedor,
    valor: terms,
    chave,
    ...shared,
  }
}

function readOriginal(value: FieldReader): string | undefined {
  const amount = value.require('original', value.hundredths('original'))
  if (amount === 0) value.refuse('original', 'deve ser maior que zero')
  return amount === undefined || amount === 0 ? undefined : value.text('original', 13)
}

/** A person by CPF or a company by CNPJ, never both, and always with a name. */
function readDebtor(read: FieldReader): Debtor | undefined {
  const debtor = read.inside('devedor')
  if (debtor === undefined) return undefined
  const cpf = debtor.matching('cpf', /^\d{11}$/, 'de onze dígitos')
  const cnpj = debtor.matching('cnpj', /^[0-9A-Z]{14}$/, 'de quatorze letras e dígitos')
  if (debtor.has('cpf') && debtor.has('cnpj')) debtor.refuse('cnpj', 'não pode acompanhar o cpf')
  if (!debtor.has('cpf') && !debtor.has('cnpj')) debtor.refuse('cpf', 'ou cnpj é obrigatório')
  const nome = debtor.require('nome', debtor.text('nome', 200))
  const others = {
    email: debtor.text('email', 254),
    logradouro: debtor.text('logradouro', 200),
    cidade: debtor.text('cidade', 200),
    uf: debtor.text('uf', 2),
    cep: debtor.text('cep', 8),
  }
  if (nome === undefined || nome === '') {
    if (nome === '') debtor.refuse('nome', 'é obrigatório')
    return undefined
  }
  const given = Object.entries({ cpf, cnpj, nome, ...others }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as unknown as Debtor
}
