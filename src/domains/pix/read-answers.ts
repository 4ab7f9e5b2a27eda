import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseCnpj } from '../../brazil/cnpj.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import type { Centavos } from '../../kernel/money.ts'
import { parseJson } from '../../platform/outbound/oauth-session.ts'
import {
  type PixRefund,
  type PspCharge,
  type ReceivedPix,
  type Refusal,
  type RefusalKind,
  refuse,
} from './pix-api.ts'

/* Fields that the standard calls optional may also come as null; those that we do not know are passed over. */
const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
/** A negative or rounded amount is invalid. */
const Amount = Type.String({ pattern: '^[0-9]{1,10}\\.[0-9]{2}$' })

const RefundShape = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }),
  rtrId: Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' }),
  valor: Amount,
  status: Type.String(),
  natureza: OptionalText,
  horario: Type.Optional(Type.Object({ liquidacao: OptionalText })),
})
const PixShape = Type.Object({
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  valor: Amount,
  horario: Type.String(),
  txid: OptionalText,
  chave: OptionalText,
  // Not in the standard, but most providers say who paid.
  pagador: Type.Optional(
    Type.Union([Type.Object({ cpf: OptionalText, cnpj: OptionalText, nome: OptionalText }), Type.Null()]),
  ),
  devolucoes: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
const ChargeShape = Type.Object({
  txid: Type.String(),
  status: Type.String(),
  valor: Type.Object({ original: Amount }),
  location: OptionalText,
  loc: Type.Optional(Type.Union([Type.Object({ location: OptionalText }), Type.Null()])),
  pixCopiaECola: OptionalText,
  brcode: OptionalText,
  textoImagemQRcode: OptionalText,
  qrcode: OptionalText,
  pix: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
const PageShape = Type.Object({
  parametros: Type.Object({
    paginacao: Type.Object({
      paginaAtual: Type.Integer({ minimum: 0 }),
      quantidadeDePaginas: Type.Integer({ minimum: 0 }),
    }),
  }),
  pix: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
/** The standard's own form, and two that providers send instead. */
const ProblemShape = Type.Object({
  type: OptionalText,
  title: OptionalText,
  detail: OptionalText,
  violacoes: Type.Optional(Type.Array(Type.Object({ razao: OptionalText, propriedade: OptionalText }))),
  nome: OptionalText,
  mensagem: OptionalText,
  error: OptionalText,
  message: OptionalText,
  erros: Type.Optional(
    Type.Array(
      Type.Object({
        codigo: Type.Optional(Type.Union([Type.String(), Type.Number()])),
        mensagem: OptionalText,
      }),
    ),
  ),
})

const isRefund = Compile(RefundShape)
const isPix = Compile(PixShape)
const isCharge = Compile(ChargeShape)
const isPage = Compile(PageShape)
const isProblem = Compile(ProblemShape)

const STATUSES: Readonly<Record<string, PspCharge['status']>> = {
  ATIVA: 'ACTIVE',
  CONCLUIDA: 'PAID',
  // The standard's prose has another spelling than its list of values.
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'REMOVED',
  REMOVIDO_PELO_USUARIO_RECEBEDOR: 'REMOVED',
  REMOVIDA_PELO_PSP: 'REMOVED',
  REMOVIDO_PELO_PSP: 'REMOVED',
}
const REFUND_STATUSES: Readonly<Record<string, PixRefund['status']>> = {
  EM_PROCESSAMENTO: 'PROCESSING',
  DEVOLVIDO: 'DONE',
  NAO_REALIZADO: 'FAILED',
}

/** A charge whose code is not verified yet. */
interface ReadCharge extends Pick<PspCharge, 'txid' | 'status' | 'amountCentavos' | 'pix'> {
  readonly location: string | undefined
  readonly writtenCode: string | undefined
}

export function readCharge(text: string): ReadCharge | undefined {
  const body = parseJson(text)
  if (!isCharge.Check(body)) return undefined
  const status = STATUSES[body.status]
  const pix = (body.pix ?? []).map(readOnePix)
  if (status === undefined || !pix.every(each => each !== undefined)) return undefined
  return {
    txid: body.txid,
    status,
    amountCentavos: readAmount(body.valor.original),
    location: body.loc?.location ?? body.location ?? undefined,
    writtenCode: body.pixCopiaECola ?? body.brcode ?? body.textoImagemQRcode ?? body.qrcode ?? undefined,
    pix,
  }
}

export const readPix = (text: string): ReceivedPix | undefined => readOnePix(parseJson(text))

export const readRefund = (text: string): PixRefund | undefined => readOneRefund(parseJson(text))

export function readPage(
  text: string,
): { pix: ReceivedPix[]; unreadable: number; pageCount: number } | undefined {
  const body = parseJson(text)
  if (!isPage.Check(body)) return undefined
  const items = body.pix ?? []
  const pix = items.map(readOnePix).filter(each => each !== undefined)
  const { quantidadeDePaginas } = body.parametros.paginacao
  return { pix, unreadable: items.length - pix.length, pageCount: quantidadeDePaginas }
}

function readOnePix(body: unknown): ReceivedPix | undefined {
  if (!isPix.Check(body)) return undefined
  const receivedAt = readInstant(body.horario)
  const refunds = (body.devolucoes ?? []).map(readOneRefund)
  const amountCentavos = readAmount(body.valor)
  if (receivedAt === undefined || amountCentavos === 0 || !refunds.every(each => each !== undefined))
    return undefined
  return {
    endToEndId: body.endToEndId,
    txid: body.txid ?? undefined,
    amountCentavos,
    receivedAt,
    pixKey: body.chave ?? undefined,
    payer: readPayer(body.pagador?.cpf ?? body.pagador?.cnpj ?? ''),
    refunds,
  }
}

/** A number that some providers mask is as good as none. */
function readPayer(text: string): string | undefined {
  const document = text.replaceAll(/[./-]/g, '')
  return parseCpf(document) ?? parseCnpj(document)
}

function readOneRefund(body: unknown): PixRefund | undefined {
  if (!isRefund.Check(body)) return undefined
  const status = REFUND_STATUSES[body.status]
  const amountCentavos = readAmount(body.valor)
  if (status === undefined || amountCentavos === 0) return undefined
  return {
    id: body.id,
    rtrId: body.rtrId,
    amountCentavos,
    status,
    nature: body.natureza?.startsWith('MED_') ? 'MED' : 'ORIGINAL',
    settledAt: readInstant(body.horario?.liquidacao ?? ''),
  }
}

const readAmount = (text: string): Centavos => Number(text.replace('.', ''))

export function writeAmount(amountCentavos: Centavos): string {
  if (!Number.isSafeInteger(amountCentavos) || amountCentavos < 1)
    throw new RangeError(`${amountCentavos} centavos is not a valid Pix amount`)
  const digits = String(amountCentavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** With or without milliseconds and offset; without one it is UTC, as everywhere in this interface. */
function readInstant(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?$/.test(text))
    return undefined
  const instant = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

const KINDS: Readonly<Record<number, RefusalKind>> = {
  401: 'DENIED',
  403: 'DENIED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  422: 'CONFLICT',
  429: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
}
const LONGEST_TEXT = 200

/** What a status other than success says. The text is the provider's: it is kept short, and shown to operators only. */
export function readRefusal(status: number, text: string): Refusal {
  const body = parseJson(text)
  const problem: Static<typeof ProblemShape> = isProblem.Check(body) ? body : {}
  const [first] = problem.erros ?? []
  const code = problem.type?.split('/').at(-1) ?? problem.nome ?? first?.codigo ?? problem.error ?? status
  const [violation] = problem.violacoes ?? []
  const words = violation?.razao ?? problem.detail ?? problem.mensagem ?? first?.mensagem ?? problem.message
  const kind = KINDS[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID')
  return refuse(kind, String(code).slice(0, 60), (words ?? problem.title ?? '').slice(0, LONGEST_TEXT))
}
