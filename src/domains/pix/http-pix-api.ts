import { InputError } from '../../kernel/faults.ts'
import type { CallObserver } from '../../platform/outbound/call-metrics.ts'
import { createOAuthSession, type OAuthCredentials } from '../../platform/outbound/oauth-session.ts'
import { createTlsClient, type TlsAnswer, type TlsIdentity } from '../../platform/outbound/tls-client.ts'
import { composeChargeCode } from './charge-code.ts'
import {
  type ChargeInterest,
  type ChargeName,
  type NewCharge,
  type PixApi,
  type PixOutcome,
  type PixRefund,
  type PspCharge,
  refuse,
  type Unknown,
} from './pix-api.ts'
import { readCharge, readPage, readPix, readRefund, readRefusal, writeAmount } from './read-answers.ts'

export interface PixApiSettings extends Omit<OAuthCredentials, 'scopes'> {
  /** With the version, such as https://pix.example.com/v2. */
  readonly apiUrl: string
  readonly identity: TlsIdentity
  /** Where the provider keeps charges: codes that lead elsewhere are refused. */
  readonly locationHosts: readonly string[]
  /** For a bank that treats each retailer's charges differently; to payers the id would say nothing. */
  readonly namesRetailer?: boolean
}

const CONNECTIONS = 8
const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
const PAGE_SIZE = 1_000
export const PIX_SCOPES =
  'cob.read cob.write cobv.read cobv.write pix.read pix.write webhook.read webhook.write'
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

interface PixApiLimits {
  readonly totalMs?: number
  readonly observer?: CallObserver
}

/** One adapter for all providers: the differences between them that are known are tolerated where answers are read. */
export function createHttpPixApi(settings: PixApiSettings, limits: PixApiLimits = {}): PixApi {
  const client = createTlsClient({
    identity: settings.identity,
    connections: CONNECTIONS,
    connectMs: CONNECT_MS,
    totalMs: limits.totalMs ?? TOTAL_MS,
    observer: limits.observer,
  })
  const session = createOAuthSession(client, { ...settings, scopes: PIX_SCOPES })

  async function ask<Value>(
    method: 'GET' | 'PUT' | 'PATCH',
    path: string,
    read: (text: string) => Value | undefined,
    body?: unknown,
  ): Promise<PixOutcome<Value>> {
    const answer = await session.send({
      method,
      url: `${settings.apiUrl}${path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return toOutcome(answer, method, read)
  }

  async function askCharge(
    method: 'GET' | 'PUT' | 'PATCH',
    name: ChargeName,
    body?: unknown,
  ): Promise<PixOutcome<PspCharge>> {
    const asked = await ask(method, `/${name.kind}/${name.txid}`, readCharge, body)
    if (asked.outcome !== 'done') return asked
    const { writtenCode, ...charge } = asked.value
    if (charge.txid !== name.txid)
      return refuse('UNTRUSTED', 'OTHER_CHARGE', 'the answer is about another txid')
    if (charge.status !== 'ACTIVE') return { outcome: 'done', value: { ...charge, code: undefined } }
    try {
      const code = composeChargeCode({ ...charge, writtenCode }, name, settings.locationHosts)
      return { outcome: 'done', value: { ...charge, code } }
    } catch (error) {
      if (error instanceof InputError) return refuse('UNTRUSTED', 'CODE_REFUSED', error.message)
      throw error
    }
  }

  const askRefund = (
    method: 'GET' | 'PUT',
    endToEndId: string,
    refundId: string,
    body?: unknown,
  ): Promise<PixOutcome<PixRefund>> =>
    ask(method, `/pix/${endToEndId}/devolucao/${refundId}`, readRefund, body)

  return {
    putCharge: charge => askCharge('PUT', charge, composeChargeBody(charge, settings.namesRetailer ?? false)),
    findCharge: name => askCharge('GET', name),
    async removeCharge(name) {
      const removed = await askCharge('PATCH', name, { status: REMOVED })
      // A charge that is no longer active cannot be changed, which providers call an invalid operation.
      return removed.outcome === 'refused' && removed.kind === 'INVALID'
        ? { ...removed, kind: 'CONFLICT' }
        : removed
    },
    async findPix(endToEndId) {
      const found = await ask('GET', `/pix/${endToEndId}`, readPix)
      return found.outcome === 'done' && found.value.endToEndId !== endToEndId
        ? refuse('UNTRUSTED', 'OTHER_PIX', 'the answer is about another payment')
        : found
    },
    listPix({ from, to, page, onlyRefunded }) {
      const query = new URLSearchParams({
        inicio: from.toISOString(),
        fim: to.toISOString(),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(PAGE_SIZE),
        ...(onlyRefunded ? { devolucaoPresente: 'true' } : {}),
      })
      return ask('GET', `/pix?${query}`, readPage)
    },
    async refund({ endToEndId, refundId, amountCentavos, text }) {
      const asked = await askRefund('PUT', endToEndId, refundId, {
        valor: writeAmount(amountCentavos),
        descricao: text,
      })
      const isInDoubt =
        asked.outcome === 'unknown' ||
        (asked.outcome === 'refused' && (asked.kind === 'INVALID' || asked.kind === 'CONFLICT'))
      if (!isInDoubt) return asked
      // A used id is refused like any mistake: only asking shows whether this refund exists already.
      const found = await askRefund('GET', endToEndId, refundId)
      if (found.outcome !== 'done') return asked
      return found.value.amountCentavos === amountCentavos
        ? found
        : refuse('CONFLICT', 'REFUND_ID_USED', 'a refund with this id has another amount')
    },
    findRefund: (endToEndId, refundId) => askRefund('GET', endToEndId, refundId),
    putWebhook: (pixKey, webhookUrl) => {
      const done = { outcome: 'done', value: undefined } as const
      return ask('PUT', `/webhook/${encodeURIComponent(pixKey)}`, () => true, { webhookUrl }).then(asked =>
        asked.outcome === 'done' ? done : asked,
      )
    },
    close: () => client.close(),
  }
}

function toOutcome<Value>(
  answer: TlsAnswer,
  method: 'GET' | 'PUT' | 'PATCH',
  read: (text: string) => Value | undefined,
): PixOutcome<Value> {
  const unknown = (text: string): Unknown => ({ outcome: 'unknown', text })
  // Reading changes nothing, so a failed read is never in doubt.
  const inDoubt = (text: string) =>
    method === 'GET' ? refuse('UNAVAILABLE', 'NO_ANSWER', text) : unknown(text)
  if (answer.status === undefined)
    return answer.wasSent ? inDoubt(answer.text) : refuse('UNAVAILABLE', 'NOT_SENT', answer.text)
  if (answer.status === 200 || answer.status === 201) {
    const value = read(answer.text)
    return value === undefined
      ? refuse('UNTRUSTED', 'UNREADABLE', 'the answer is not what the standard describes')
      : { outcome: 'done', value }
  }
  if (answer.status >= 500 && answer.status !== 503) return inDoubt(`status ${answer.status}`)
  if (answer.status >= 300 && answer.status < 400) return refuse('UNTRUSTED', 'REDIRECT', 'redirected')
  return readRefusal(answer.status, answer.text)
}

const LONGEST_NAME = 200
const LONGEST_TEXT = 140

function composeChargeBody(charge: NewCharge, namesRetailer: boolean): unknown {
  const { cpf, name, street, city, state, zipCode } = charge.payer
  const common = {
    chave: charge.pixKey,
    solicitacaoPagador: charge.text.slice(0, LONGEST_TEXT),
    ...(namesRetailer && { infoAdicionais: [{ nome: 'retailer', valor: charge.retailerId }] }),
  }
  const original = writeAmount(charge.amountCentavos)
  const debtor = { cpf, nome: name.slice(0, LONGEST_NAME) }
  if (charge.kind === 'cob')
    return {
      calendario: { expiracao: charge.expiresInSeconds },
      devedor: debtor,
      valor: { original, modalidadeAlteracao: 0 },
      ...common,
    }
  return {
    calendario: {
      dataDeVencimento: charge.dueDate,
      validadeAposVencimento: charge.payableDaysAfterDue,
    },
    devedor: {
      ...debtor,
      logradouro: street.slice(0, LONGEST_NAME),
      cidade: city.slice(0, LONGEST_NAME),
      uf: state,
      cep: zipCode,
    },
    valor: {
      original,
      // Codes of the standard: 2 is a percentage once.
      ...(charge.finePercent && { multa: { modalidade: 2, valorPerc: charge.finePercent } }),
      ...(charge.interest && { juros: writeInterest(charge.interest) }),
    },
    ...common,
  }
}

/** Codes of the standard: 1 is an amount for every day, 3 a percentage for a month. */
const writeInterest = (interest: ChargeInterest) =>
  'percentPerMonth' in interest
    ? { modalidade: 3, valorPerc: interest.percentPerMonth }
    : { modalidade: 1, valorPerc: writeAmount(interest.centavosPerDay) }

/**
 * For a PSP whose address is known only once it runs. While it cannot be started, every call is refused as
 * unavailable, and the next one tries again.
 */
export function createDeferredPixApi(getSettings: () => Promise<PixApiSettings>): PixApi {
  let opened: Promise<PixApi> | undefined
  const getApi = (): Promise<PixApi> => {
    opened ??= getSettings().then(
      settings => createHttpPixApi(settings),
      error => {
        opened = undefined
        throw error
      },
    )
    return opened
  }
  const ask = async <Value>(
    call: (api: PixApi) => Promise<PixOutcome<Value>>,
  ): Promise<PixOutcome<Value>> => {
    const api = await getApi().catch(() => undefined)
    return api === undefined ? refuse('UNAVAILABLE', 'NOT_STARTED', 'the PSP did not start') : call(api)
  }
  return {
    putCharge: charge => ask(api => api.putCharge(charge)),
    findCharge: name => ask(api => api.findCharge(name)),
    removeCharge: name => ask(api => api.removeCharge(name)),
    findPix: endToEndId => ask(api => api.findPix(endToEndId)),
    listPix: window => ask(api => api.listPix(window)),
    refund: refund => ask(api => api.refund(refund)),
    findRefund: (endToEndId, refundId) => ask(api => api.findRefund(endToEndId, refundId)),
    putWebhook: (pixKey, url) => ask(api => api.putWebhook(pixKey, url)),
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}
