import type { FastifyInstance } from 'fastify'
import { FieldReader, type Members } from './field-reader.ts'
import { presentParameters, type Query, QueryReader } from './listing.ts'
import { describeViolation, PspProblem } from './problem.ts'
import type { PspContext } from './psp-context.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  putWebhook,
  type WebhookRecord,
} from './webhook-store.ts'

interface OfWebhook {
  readonly Params: { readonly chave: string }
  readonly Body: Members
  readonly Querystring: Query
}

const LONGEST_URL = 500
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export function addWebhookRoutes(app: FastifyInstance, context: PspContext): void {
  const { database, clock } = context
  const read = { config: { pspScope: 'webhook.read' } } as const
  const write = { config: { pspScope: 'webhook.write' } } as const

  app.put<OfWebhook>('/v2/webhook/:chave', write, async (request, reply) => {
    const pixKey = request.params.chave
    const url = readUrl(request.body)
    if ((await context.findReceiver(pixKey)) === undefined)
      throw new PspProblem('WebhookOperacaoInvalida', {
        violations: [describeViolation('chave', 'não é uma chave do usuário recebedor neste banco', pixKey)],
      })
    await putWebhook(database, { pixKey, url, createdAt: clock.now() })
    return reply.code(200).send()
  })

  app.get<OfWebhook>('/v2/webhook/:chave', read, async request => {
    const found = await findWebhook(database, request.params.chave)
    if (found === undefined) throw new PspProblem('WebhookNaoEncontrado')
    return presentWebhook(found)
  })

  app.delete<OfWebhook>('/v2/webhook/:chave', write, async (request, reply) => {
    if (!(await deleteWebhook(database, request.params.chave))) throw new PspProblem('WebhookNaoEncontrado')
    return reply.code(204).send()
  })

  app.get<OfWebhook>('/v2/webhook', read, async request => {
    const query = new QueryReader(request.query, 'WebhookConsultaInvalida')
    const isDated = request.query.inicio !== undefined || request.query.fim !== undefined
    const window = isDated ? query.window() : { from: new Date(0), to: clock.now() }
    const page = query.page()
    query.finish()
    const total = await countWebhooks(database, window)
    const webhooks = await listWebhooks(database, window, page)
    return { parametros: presentParameters(window, page, total), webhooks: webhooks.map(presentWebhook) }
  })
}

function presentWebhook({ pixKey, url, createdAt }: WebhookRecord) {
  return { webhookUrl: url, chave: pixKey, criacao: createdAt.toISOString() }
}

/** Secret, so that a webhook is sent over https, or not over the network at all. */
function readUrl(members: Members): string {
  const read = new FieldReader(members, 'webhook')
  const text = read.require('webhookUrl', read.text('webhookUrl', LONGEST_URL))
  const url = text === undefined ? null : URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (text !== undefined && (!isSafe || url.username !== '' || url.search !== '' || url.hash !== ''))
    read.refuse('webhookUrl', 'deve ser um endereço https, ou http nesta máquina, sem consulta nem senha')
  if (read.violations.length > 0 || text === undefined)
    throw new PspProblem('WebhookOperacaoInvalida', { violations: read.violations })
  return text.replace(/\/+$/, '')
}
