import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import type { BankBehaviour, BankRequest } from '../../../src/contract/sandbox.ts'
import { deriveSecrets } from '../../../src/platform/crypto/secrets.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { createJobRunner, type JobRunner } from '../../../src/platform/jobs/runner.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { openPsp, type Psp, type PspAccess } from '../../../src/sandbox/psp/psp.ts'
import { TestClock } from '../../support/app.ts'
import { openTestDatabase } from '../../support/database.ts'
import { checkAnswerConforms } from './conforming.ts'

export const PIX_KEY = '123e4567-e89b-42d3-a456-426614174000'
export const RETAILER = '000000000000000000000001'
const OTHER_RETAILER = '000000000000000000000002'

export interface PspAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly body: Record<string, unknown>
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent instead of that of all scopes; an empty one sends none. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
}

export interface TestPsp {
  readonly psp: Psp
  readonly access: PspAccess
  readonly database: Database
  readonly clock: TestClock
  readonly jobs: JobRunner
  readonly dataDir: string
  /** Every line logged so far. */
  logged(): string
  call(method: Method, path: string, options?: CallOptions): Promise<PspAnswer>
  getToken(scope?: string): Promise<string>
  /** Another process of the same bank. */
  openAnother(port?: number): Psp
  stop(): Promise<void>
}

type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'

/** The sandbox bank with a database of its own, and a client with the bank's certificate. */
export async function startTestPsp(): Promise<TestPsp> {
  const testDatabase = await openTestDatabase()
  const { database } = testDatabase
  for (const id of [RETAILER, OTHER_RETAILER])
    await database.run(
      {
        name: '',
        text: `INSERT INTO retailers (id, name, is_demonstration, created_at) VALUES ($1, $2, true, now())`,
      },
      [id, `Loja ${id}`],
    )
  const clock = new TestClock()
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: line => void lines.push(line) } })
  const dataDir = await mkdtemp(join(tmpdir(), 'psp-'))
  const open = (port: number, mayMove: boolean): Psp =>
    openPsp({
      database,
      secrets: deriveSecrets(Buffer.alloc(32, 7)),
      clock,
      log,
      dataDir,
      port,
      mayMove,
      pixKey: PIX_KEY,
      findReceiver: async key => (key === PIX_KEY ? RECEIVER : undefined),
    })
  const psp = open(0, false)
  const access = await psp.getAccess()
  const jobs = createJobRunner({ database, clock, log })
  jobs.register(psp.jobHandlers)
  const agent = createAgent(access)
  const others: Psp[] = []
  const base = access.baseUrl.replace(/\/v2$/, '')

  const call = async (method: Method, path: string, options: CallOptions = {}): Promise<PspAnswer> => {
    const token = options.token ?? (await getToken())
    const { body } = options
    const answer = await request(`${base}${path}`, {
      method,
      dispatcher: options.agent ?? agent,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.body.text()
    checkAnswerConforms(path, { status: answer.statusCode, headers: answer.headers, text })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { status: answer.statusCode, headers: answer.headers, text, body: parsed }
  }

  const tokens = new Map<string, string>()
  async function getToken(scope = ''): Promise<string> {
    const known = tokens.get(scope)
    if (known !== undefined) return known
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope === '' ? {} : { scope }) })
    const { body } = await call('POST', '/oauth/token', {
      token: '',
      headers: { authorization: composeBasic(access), 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    const token = String(body.access_token)
    tokens.set(scope, token)
    return token
  }

  return {
    psp,
    access,
    database,
    clock,
    jobs,
    dataDir,
    logged: () => lines.join(''),
    call,
    getToken,
    openAnother(port = 0) {
      const another = open(port, true)
      others.push(another)
      return another
    },
    async stop() {
      await agent.destroy()
      for (const each of [psp, ...others]) await each.stop()
      await testDatabase.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const RECEIVER = {
  name: 'Financeira Exemplo SA',
  document: '11222333000181',
  address: 'Avenida Exemplo 1000',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310100',
}

export function createAgent({ ca, certificate: cert, key }: PspAccess): Agent {
  return new Agent({ connect: { ca, cert, key } })
}

export function composeBasic({ clientId, clientSecret }: PspAccess): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}

let count = 0
/** Of the shortest length that a charge may have. */
export function newTxid(): string {
  count += 1
  return `T${String(process.pid).padStart(10, '0')}${String(count).padStart(15, '0')}`
}

export const cob = (change: object = {}) => ({
  calendario: { expiracao: 86_400 },
  devedor: { cpf: '52998224725', nome: 'Maria Exemplo' },
  valor: { original: '250.00' },
  chave: PIX_KEY,
  solicitacaoPagador: 'Entrada da compra 1001',
  infoAdicionais: [{ nome: 'retailer', valor: RETAILER }],
  ...change,
})

export const cobv = (change: object = {}) => ({
  calendario: { dataDeVencimento: '2026-04-09', validadeAposVencimento: 60 },
  devedor: {
    cpf: '52998224725',
    nome: 'Maria Exemplo',
    logradouro: 'Rua Modelo 200',
    cidade: 'Campinas',
    uf: 'SP',
    cep: '13010000',
  },
  valor: {
    original: '197.92',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 3, valorPerc: '1.00' },
  },
  chave: PIX_KEY,
  solicitacaoPagador: 'Parcela 1 de 6',
  infoAdicionais: [{ nome: 'retailer', valor: RETAILER }],
  ...change,
})

export function behave(
  { psp }: TestPsp,
  pix: BankRequest['pix'],
  others: BankRequest = {},
): Promise<BankBehaviour> {
  return psp.behaviours.replace(RETAILER, { ...(pix === undefined ? {} : { pix }), ...others })
}
