/** What one field of a request violates. */
export interface Violation {
  readonly razao: string
  readonly propriedade: string
  readonly valor?: string
}

/** The problems of the Pix API that this bank knows, each with its status and title. */
const PROBLEMS = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso negado.'],
  NaoEncontrado: [404, 'Não encontrado.'],
  PermanentementeRemovido: [410, 'Não existe mais.'],
  ErroInternoDoServidor: [500, 'Erro interno.'],
  ServicoIndisponivel: [503, 'Serviço indisponível.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobConsultaInvalida: [400, 'Consulta inválida.'],
  CobVNaoEncontrada: [404, 'Cobrança não encontrada.'],
  CobVOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobVConsultaInvalida: [400, 'Consulta inválida.'],
  CobPayloadNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobPayloadOperacaoInvalida: [400, 'Consulta da cobrança inválida.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixConsultaInvalida: [400, 'Consulta inválida.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
  WebhookConsultaInvalida: [400, 'Consulta inválida.'],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string]>>

export type ProblemType = keyof typeof PROBLEMS

const TYPE_BASE = 'https://pix.bcb.gov.br/api/v2/error/'
/** A body of 10,000 wrong values must not become an answer of 10,000 sentences. */
const MAX_VIOLATIONS = 50
const LONGEST_VALUE = 100

interface ProblemDetails {
  readonly detail?: string
  readonly violations?: readonly Violation[]
  /** Where it is not the status of the type. */
  readonly status?: number
}

/** Thrown to refuse a request; the server answers with it. */
export class PspProblem extends Error {
  readonly type: ProblemType
  readonly status: number
  readonly #details: ProblemDetails

  constructor(type: ProblemType, details: ProblemDetails = {}) {
    super(details.detail ?? details.violations?.[0]?.razao ?? PROBLEMS[type][1])
    this.type = type
    this.status = details.status ?? PROBLEMS[type][0]
    this.#details = details
  }

  present(correlationId: string): Record<string, unknown> {
    const { detail, violations = [] } = this.#details
    return {
      type: TYPE_BASE + this.type,
      title: PROBLEMS[this.type][1],
      status: this.status,
      ...(detail === undefined ? {} : { detail }),
      correlationId,
      ...(violations.length === 0 ? {} : { violacoes: violations.slice(0, MAX_VIOLATIONS) }),
    }
  }
}

/** A sentence about a field, with the value that it had. */
export function describeViolation(propriedade: string, sentence: string, value?: unknown): Violation {
  const razao = `O campo ${propriedade} ${sentence}.`
  if (value === undefined) return { razao, propriedade }
  const valor = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return { razao, propriedade, valor: valor.slice(0, LONGEST_VALUE) }
}
