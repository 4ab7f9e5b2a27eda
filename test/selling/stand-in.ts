import { type FastifyInstance, fastify } from 'fastify'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { presentPayPage } from '../../src/api/customer/pay/first-screen.ts'
import type { HostedOptionGroup, HostedPageState } from '../../src/contract/hosted-page.ts'
import { openWebAssets, sendShell } from '../../src/platform/http/web-assets.ts'

export const GOOD_CODE = '123456'
const TRIES = 3

/** Plays the server of one hosted page: a test sets what the page is told and sees what the page said. */
export interface StandIn {
  readonly link: string
  state: HostedPageState
  /** What a right code leads to. */
  afterCode: Partial<HostedPageState>
  /** Answered to the next POST instead of doing it. */
  refuseNext: { readonly status: number; readonly body: object } | undefined
  readonly received: { readonly path: string; readonly body: unknown }[]
  stop(): Promise<void>
}

export async function startStandIn(): Promise<StandIn> {
  const folder = await ensurePages()
  const assets = openWebAssets(() => folder)
  const app = fastify()
  assets.addRoutes(app)
  const server: StandIn = {
    link: '',
    state: composeState(),
    afterCode: { screen: 'options', groups: GROUPS, firstName: 'Maria' },
    refuseNext: undefined,
    received: [],
    stop: () => app.close(),
  }
  app.get('/pay/:token', (_, reply) => sendShell(reply, assets.renderShell(presentPayPage(server.state))))
  app.get('/pay/:token/state', (_, reply) => {
    if (server.state.orderId === '') return reply.code(404).send(composeError('link_not_found'))
    return { ...server.state, now: new Date().toISOString() }
  })
  app.get('/onboarding/:token', (_, reply) => reply.type('text/html').send('<h1>Onboarding</h1>'))
  addActions(app, server)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return Object.assign(server, { link: `${url}/pay/token` })
}

function addActions(app: FastifyInstance, server: StandIn): void {
  let wrongCodes = 0
  const move = (change: Partial<HostedPageState>): void => {
    server.state = { ...server.state, ...change, now: new Date().toISOString() }
  }
  app.post<{ Params: { token: string; action: string }; Body: { code?: string } }>(
    '/pay/:token/:action',
    (request, reply) => {
      const { action } = request.params
      server.received.push({ path: action, body: request.body })
      if (server.refuseNext !== undefined) {
        const { status, body } = server.refuseNext
        server.refuseNext = undefined
        return reply.code(status).send(body)
      }
      if (action === 'person' || action === 'code') {
        wrongCodes = 0
        move({ screen: 'code', maskedPhone: '(11) *****-4321', code: composeCode() })
      } else if (action === 'confirm' && request.body.code === GOOD_CODE) move(server.afterCode)
      else if (action === 'confirm') {
        wrongCodes += 1
        if (wrongCodes === TRIES) {
          const { code: _, ...rest } = server.state
          server.state = rest
        }
        return reply.code(400).send(composeError('code_refused'))
      } else if (action === 'restart') move({ screen: 'who' })
      else if (action === 'choose') {
        const returnUrl = 'https://credito.example/onboarding/next'
        move({ screen: 'ended', ending: 'claimed', returnUrl })
        return { returnUrl }
      }
      return server.state
    },
  )
}

export function composeError(code: string, fields: readonly string[] = []): object {
  const details = fields.map(field => ({ field, message: 'is invalid' }))
  return { error: true, code, message: code, details, trackId: 'test' }
}

function composeCode(): { expiresAt: string; resendAt: string } {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
  return { expiresAt: inSeconds(600), resendAt: inSeconds(2) }
}

export function composeState(change: Partial<HostedPageState> = {}): HostedPageState {
  return {
    now: new Date().toISOString(),
    screen: 'who',
    retailerName: 'Casa & Lar',
    orderId: 'PED-1042',
    amount: 2_039.9,
    shipping: 79.9,
    products: [
      { name: 'Geladeira <b>Frost Free</b> 375 litros, inox', amount: 1, value: 1_799.9 },
      { name: 'Filtro de água', amount: 2, value: 80.05 },
    ],
    expiresAt: '2030-04-09T21:00:00Z',
    shopUrl: 'https://loja.example/carrinho',
    ...change,
  }
}

function composeGroup(
  kind: HostedOptionGroup['kind'],
  downPaymentPercentage: number,
  graceDays: number,
): HostedOptionGroup {
  const downPayment = Math.round(2_039.9 * downPaymentPercentage) / 100
  const options = [3, 6, 9, 12, 18].map(installments => {
    const total =
      Math.round((2_039.9 - downPayment) * (1 + installments * 0.035 + graceDays / 900) * 100) / 100
    const installmentValue = Math.round((total / installments) * 100) / 100
    const insured = { installmentValue: installmentValue + 7.94, total: total + installments * 7.94 }
    return {
      optionId: `${kind}-${downPaymentPercentage}-${graceDays}-${installments}`,
      installments,
      installmentValue,
      total,
      totalToPay: total + downPayment,
      interestPM: kind === 'retention' ? 2.99 : 5.99,
      cetPA: 98.5 + installments,
      firstDueDate: graceDays > 0 ? '2030-06-10' : '2030-05-10',
      insurance: { ...insured, cetPA: 104.5 + installments, extraTotal: installments * 7.94 },
    }
  })
  return { kind, downPaymentPercentage, downPayment, graceDays, options }
}

export const GROUPS: readonly HostedOptionGroup[] = [
  composeGroup('standard', 0, 0),
  composeGroup('standard', 10, 0),
  composeGroup('standard', 20, 0),
  composeGroup('retention', 20, 0),
  composeGroup('grace', 0, 60),
]
