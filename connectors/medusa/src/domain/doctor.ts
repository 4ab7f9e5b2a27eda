/** What is right or wrong about one shop's set-up. */
export interface Finding {
  readonly code: string
  readonly isFine: boolean
  /** For the shop's people; with what to do where something is wrong. */
  readonly message: string
}

export const fine = (code: string, message: string): Finding => ({ code, isFine: true, message })
export const wrong = (code: string, message: string): Finding => ({ code, isFine: false, message })

/** What the connector reacts to; the lender has more. */
export const EVENTS = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'transaction.closed',
  'payment_link.completed',
  'payment_link.expired',
  'payment_link.deleted',
] as const

export const WEBHOOK_PATH = '/crediario/webhook'

interface Endpoint {
  readonly url: string
  readonly events: readonly string[]
  readonly status: 'enabled' | 'disabled'
  readonly failingSince?: string
}

export function judgeEndpoint(endpoint: Endpoint | undefined): Finding {
  if (endpoint === undefined)
    return wrong(
      'webhook',
      `Nenhum endereço termina em ${WEBHOOK_PATH}: npx crediario-medusa register https://ENDERECO-DO-MEDUSA`,
    )
  if (endpoint.status === 'disabled')
    return wrong('webhook', `${endpoint.url} foi desativado: corrija o endereço e ative-o de novo.`)
  const missing = EVENTS.filter(type => !endpoint.events.includes(type))
  if (missing.length > 0)
    return wrong('webhook', `${endpoint.url} não recebe ${missing.join(', ')}: registre-o de novo.`)
  if (endpoint.failingSince !== undefined)
    return wrong('webhook', `${endpoint.url} só responde erros desde ${endpoint.failingSince}.`)
  return fine('webhook', `Os eventos chegam em ${endpoint.url}.`)
}

interface Region {
  readonly name: string
  readonly currency_code: string
  readonly payment_providers?: readonly ({ readonly id: string } | undefined)[]
}

export function judgeRegions(regions: readonly Region[], providerId: string): Finding {
  const brazilian = regions.filter(({ currency_code }) => currency_code.toLowerCase() === 'brl')
  if (brazilian.length === 0) return wrong('region', 'Nenhuma região vende em reais (BRL): crie uma.')
  const lacking = brazilian.filter(
    ({ payment_providers = [] }) => !payment_providers.some(each => each?.id === providerId),
  )
  if (lacking.length === brazilian.length)
    return wrong('region', `Ative ${providerId} na região ${lacking.map(({ name }) => name).join(', ')}.`)
  return fine('region', 'O Crediário está ativo em uma região que vende em reais.')
}
