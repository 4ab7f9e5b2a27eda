import { randomUUID } from 'node:crypto'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { fillAddress } from './domain/compose-link.ts'
import { type Finding, fine, judgeEndpoint, judgeRegions, WEBHOOK_PATH, wrong } from './domain/doctor.ts'
import { PROVIDER_ID } from './reconcile/read-order.ts'
import { getService, messageOf } from './reconcile/reconcile.ts'

/** Of an order that may be bought in every shop of the sandbox. */
const TRIAL_REAIS = 1_000

/** Goes through the flow as far as it goes without a shopper, and says what the shop has set wrong. */
export async function examine(container: MedusaContainer): Promise<readonly Finding[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: 'region',
    fields: ['name', 'currency_code', 'payment_providers.id'],
  })
  const regions = judgeRegions(data as unknown as Parameters<typeof judgeRegions>[0], PROVIDER_ID)
  return [regions, ...(await examineLender(container))]
}

async function examineLender(container: MedusaContainer): Promise<readonly Finding[]> {
  const { lender, options } = getService(container)
  const { credit } = lender
  try {
    const { data: endpoints } = await credit.listEndpoints()
    const endpoint = endpoints.find(({ url }) => new URL(url).pathname.endsWith(WEBHOOK_PATH))
    const secret =
      options.webhookSecret === undefined
        ? wrong('secret', 'Falta CREDIARIO_WEBHOOK_SECRET: sem ele nenhum evento é aceito.')
        : fine('secret', 'O segredo dos eventos está configurado.')
    return [
      fine('key', `A chave é aceita por ${options.baseUrl}.`),
      judgeEndpoint(endpoint),
      secret,
      ...(endpoint?.status === 'enabled' ? [await tryWebhook(container, endpoint.id)] : []),
      await tryLink(container),
    ]
  } catch (error) {
    return [wrong('key', `${options.baseUrl} não aceita a chave ou não responde: ${messageOf(error)}`)]
  }
}

async function tryWebhook(container: MedusaContainer, endpointId: string): Promise<Finding> {
  const delivery = await getService(container).lender.credit.testEndpoint(endpointId)
  if (delivery.status === 'delivered') return fine('delivery', 'Um evento de teste chegou e foi aceito.')
  const attempt = delivery.attempts.at(-1)
  const how = attempt === undefined ? 'ainda sem resposta' : (attempt.error ?? `HTTP ${attempt.status}`)
  return wrong('delivery', `Um evento de teste não foi aceito (${how}): confira o endereço e o segredo.`)
}

/** A link like that of an order, deleted at once. */
async function tryLink(container: MedusaContainer): Promise<Finding> {
  const { lender, options } = getService(container)
  const orderId = `doctor-${randomUUID()}`
  const returnUrl = fillAddress(options.returnUrl, { id: orderId, displayId: '1' })
  try {
    const link = await lender.createLink({
      amount: TRIAL_REAIS,
      description: 'Teste de configuração',
      source: 'checkout',
      orderId,
      ...(returnUrl === undefined ? {} : { returnUrl, cancelUrl: returnUrl }),
    })
    await lender.deleteLink(link.id)
    return fine('link', 'Um link de pagamento foi criado e apagado.')
  } catch (error) {
    return wrong('link', `Um link de pagamento não pôde ser criado: ${messageOf(error)}`)
  }
}
