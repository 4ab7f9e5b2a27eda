import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { encodeDynamicPix } from '../../src/brazil/pix.ts'
import type { PixApiSettings } from '../../src/domains/pix/http-pix-api.ts'
import { makeCertificates } from '../../src/sandbox/psp/make-certificates.ts'

const OWN = await makeCertificates('test client', new Date())
/** A client with a certificate of another authority. */
export const STRANGER = { ...(await makeCertificates('stranger', new Date())).client, ca: OWN.ca }
export const CLIENT_SECRET = 'no-log-may-hold-this'
const CLIENT_ID = 'crediario-test'
export const QR_HOST = 'qr.psp.example'

type Json = Record<string, unknown>

export interface StubPix {
  readonly endToEndId: string
  txid?: string
  valor: string
  horario: string
  chave?: string
  devolucoes?: Json[]
}

/** What happens to one request instead of, or after, its normal handling. */
export type Intervention =
  | { readonly status: number; readonly body: unknown }
  /** The connection ends before the request is handled, or after it without an answer. */
  | 'drop'
  | 'drop-after'
  | undefined

export interface PspStub {
  readonly settings: PixApiSettings
  readonly charges: Map<string, Json>
  readonly pix: Map<string, StubPix>
  readonly webhooks: Map<string, string>
  /** Orders of money out by key, as docs/ports/payouts.json has them; paid when they are asked about. */
  readonly payouts: Map<string, Json>
  /** Method and path of every request after the token's. */
  readonly requests: string[]
  readonly tokens: Set<string>
  tokenCount: number
  tokenLifeSeconds: number
  intervene: (method: string, path: string) => Intervention
  /** The payer's bank settles a Pix for a charge, as the PSP then knows it. */
  pay(txid: string, payment: { valor: string; horario: string; endToEndId?: string }): StubPix
  close(): Promise<void>
}

export const newEndToEndId = (): string =>
  `E60746948202603101500${randomBytes(6).toString('hex').slice(0, 11)}`

/** A small PSP on loopback with mutual TLS: enough of the Pix API to try the adapter and the jobs against. */
export async function startPspStub(): Promise<PspStub> {
  const charges = new Map<string, Json>()
  const pix = new Map<string, StubPix>()
  const payouts = new Map<string, Json>()
  const server = createServer(
    {
      key: OWN.server.key,
      cert: OWN.server.certificate,
      ca: OWN.ca,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => void answer(request, response),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub: PspStub = {
    settings: {
      apiUrl: `https://127.0.0.1:${port}/v2`,
      tokenUrl: `https://127.0.0.1:${port}/oauth/token`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      clientAuth: 'basic',
      identity: { ...OWN.client, ca: OWN.ca },
      locationHosts: [QR_HOST],
    },
    charges,
    pix,
    webhooks: new Map(),
    payouts,
    requests: [],
    tokens: new Set(),
    tokenCount: 0,
    tokenLifeSeconds: 3600,
    intervene: () => undefined,
    pay(txid, { valor, horario, endToEndId = newEndToEndId() }) {
      const charge = charges.get(txid)
      const paid: StubPix = { endToEndId, txid, valor, horario, chave: String(charge?.chave ?? '') }
      pix.set(endToEndId, paid)
      if (charge !== undefined) charge.status = 'CONCLUIDA'
      return paid
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const early = stub.intervene(method, url)
    if (url === '/oauth/token')
      return early === 'drop' ? void request.socket.destroy() : send(...giveToken(headers))
    stub.requests.push(`${method} ${url}`)
    if (early === 'drop') return void request.socket.destroy()
    if (early !== undefined && early !== 'drop-after') return send(early.status, early.body)
    if (!stub.tokens.has(headers.authorization?.slice(7) ?? '')) return send(401, {})
    const [status, body] = handle(
      method,
      new URL(url, 'https://psp.example'),
      text === '' ? {} : JSON.parse(text),
    )
    if (early === 'drop-after') return void request.socket.destroy()
    send(status, body)
  }

  function giveToken(headers: IncomingMessage['headers']): [number, unknown] {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`
    if (headers.authorization !== expected) return [401, { error: 'invalid_client' }]
    stub.tokenCount += 1
    const token = `token-that-no-log-may-hold-${stub.tokenCount}`
    stub.tokens.add(token)
    return [200, { access_token: token, token_type: 'Bearer', expires_in: stub.tokenLifeSeconds }]
  }

  function handle(method: string, url: URL, body: Json): [number, unknown] {
    const [, , area = '', id = '', , refundId = ''] = url.pathname.split('/')
    if (area === 'cob' || area === 'cobv') return handleCharge(method, area, id, body)
    if (area === 'webhook') {
      stub.webhooks.set(decodeURIComponent(id), String(body.webhookUrl))
      return [200, {}]
    }
    if (area === 'payouts') return handlePayout(method, id, body)
    if (area === 'pix' && id === '') return [200, listPix(url.searchParams)]
    const found = pix.get(id)
    if (found === undefined) return [404, problem('PixNaoEncontrado', 404)]
    return refundId === '' ? [200, found] : handleRefund(method, found, refundId, body)
  }

  function handleCharge(method: string, area: string, txid: string, body: Json): [number, unknown] {
    const known = charges.get(txid)
    if (method === 'PUT') {
      if (known !== undefined && known.status !== 'ATIVA') return [400, problem('CobVOperacaoInvalida', 400)]
      const location = `${QR_HOST}/v2/${area === 'cobv' ? 'cobv/' : ''}${randomBytes(16).toString('hex')}`
      const merchant = { merchantName: 'Financeira Exemplo SA', merchantCity: 'São Paulo' }
      charges.set(txid, {
        ...body,
        txid,
        revisao: 0,
        status: 'ATIVA',
        loc: { id: 1, location, tipoCob: area },
        pixCopiaECola: encodeDynamicPix({ url: location, singleUse: true, ...merchant }),
        ...(known && { loc: known.loc, pixCopiaECola: known.pixCopiaECola }),
      })
      return [201, charges.get(txid)]
    }
    if (known === undefined) return [404, problem('CobNaoEncontrado', 404)]
    if (method === 'PATCH') {
      if (known.status !== 'ATIVA') return [400, problem('CobOperacaoInvalida', 400)]
      Object.assign(known, body)
      return [200, known]
    }
    return [200, { ...known, pix: [...pix.values()].filter(each => each.txid === txid) }]
  }

  function handlePayout(method: string, key: string, body: Json): [number, unknown] {
    const known = payouts.get(key)
    if (method === 'PUT') {
      const taken = known ?? {
        key,
        providerId: `E${key}`,
        state: 'ACCEPTED',
        amount: body.amount,
        asked: body,
      }
      payouts.set(key, taken)
      return [known === undefined ? 201 : 200, taken]
    }
    if (known === undefined) return [404, { kind: 'NOT_FOUND', code: 'UNKNOWN_KEY', text: 'never asked for' }]
    Object.assign(known, { state: 'PAID', changedAt: new Date().toISOString() })
    return [200, known]
  }

  function handleRefund(method: string, paid: StubPix, refundId: string, body: Json): [number, unknown] {
    const known = paid.devolucoes?.find(({ id }) => id === refundId)
    if (method === 'GET') return known ? [200, known] : [404, problem('PixDevolucaoNaoEncontrada', 404)]
    if (known !== undefined) return [400, problem('PixDevolucaoInvalida', 400)]
    const refund = {
      id: refundId,
      rtrId: `D60746948202603111500${randomBytes(6).toString('hex').slice(0, 11)}`,
      valor: body.valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: '2026-03-11T15:00:00.000Z' },
      status: 'EM_PROCESSAMENTO',
    }
    paid.devolucoes = [...(paid.devolucoes ?? []), refund]
    return [201, refund]
  }

  function listPix(query: URLSearchParams): unknown {
    const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? ''].map(text => Date.parse(text))
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    const all = [...pix.values()].filter(({ horario, devolucoes }) => {
      const at = Date.parse(horario)
      const isWanted = query.get('devolucaoPresente') !== 'true' || (devolucoes ?? []).length > 0
      return at >= (from ?? 0) && at <= (to ?? 0) && isWanted
    })
    return {
      parametros: {
        inicio: query.get('inicio'),
        fim: query.get('fim'),
        paginacao: {
          paginaAtual: page,
          itensPorPagina: size,
          quantidadeDePaginas: Math.ceil(all.length / size),
          quantidadeTotalDeItens: all.length,
        },
      },
      pix: all.slice(page * size, (page + 1) * size),
    }
  }

  return stub
}

export const problem = (type: string, status: number): Json => ({
  type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
  title: 'Operação inválida',
  status,
  detail: `refused with ${status}`,
})
