import { type Finding, fine, wrong } from '../../connectors/core/index.ts'
import { CONNECTOR_SCOPES, type ShopPlatform } from '../contract/shop-platforms.ts'
import type { WebhookEventType } from '../contract/webhooks.ts'
import type { App } from './app.ts'

export interface ShopConnectorFacts {
  readonly platform: ShopPlatform
  /** Of the shop's platform. */
  readonly address: string
  readonly key: Awaited<ReturnType<App['retailers']['listKeys']>>[number] | undefined
  readonly receiver:
    | {
        readonly url: string
        readonly status: 'enabled' | 'disabled'
        readonly events: readonly WebhookEventType[]
        readonly failingSince: Date | null
        /** Days, the oldest first. */
        readonly days: readonly { readonly delivered: number; readonly failed: number }[]
      }
    | undefined
  readonly origins: readonly string[]
  /** By the clock of keys, which nobody moves. */
  readonly now: Date
}

const SILENCE_MS = 2 * 3_600_000
const RECENT_DAYS = 7

/** What can be seen from the lender's side; pure. The rest is said by the shop's own command. */
export function judgeShopConnector(facts: ShopConnectorFacts): readonly Finding[] {
  return [...judgeKey(facts), ...judgeReceiver(facts), judgeOrigin(facts)]
}

function judgeKey({ platform, key, now }: ShopConnectorFacts): readonly Finding[] {
  const isLive =
    key?.isGenuine === true && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
  if (key === undefined || !isLive)
    return [wrong('KEY', 'A chave do conector foi revogada, trocada ou venceu: ligue de novo.')]
  const missing = CONNECTOR_SCOPES.filter(scope => !key.scopes.includes(scope))
  return [
    fine('KEY', `A chave ${key.hint} vale.`),
    missing.length === 0
      ? fine('SCOPES', 'A chave permite pedidos e webhooks.')
      : wrong('SCOPES', `A chave não permite ${missing.join(', ')}: ligue de novo.`),
    judgeCalls(platform, key.usedAt, now),
  ]
}

function judgeCalls({ asksAlways, commands }: ShopPlatform, usedAt: Date | null, now: Date): Finding {
  if (usedAt === null)
    return wrong(
      'CALLS',
      `A loja ainda não chamou o Crediário com esta chave: confira endereço e chave com ${commands.doctor}.`,
    )
  const at = writeInstant(usedAt)
  return asksAlways && now.getTime() - usedAt.getTime() > SILENCE_MS
    ? wrong('CALLS', `A última chamada da loja foi em ${at}: o agendador dela parou?`)
    : fine('CALLS', `A última chamada da loja foi em ${at}.`)
}

function judgeReceiver({ platform, address, receiver }: ShopConnectorFacts): readonly Finding[] {
  const { receiverPath, commands, registersItself } = platform
  if (receiver === undefined)
    return [
      wrong(
        'WEBHOOKS',
        registersItself
          ? `Nenhum receptor de webhooks desta loja: rode ${commands.connect}.`
          : `Nenhum receptor de webhooks em ${address}${receiverPath}: cadastre-o.`,
      ),
    ]
  const { url, status, events } = receiver
  if (status === 'disabled')
    return [wrong('WEBHOOKS', `O receptor ${url} está desativado: corrija a loja e reative-o em Webhooks.`)]
  const missing = platform.events.filter(type => !events.includes(type))
  return [
    fine('WEBHOOKS', `O receptor ${url} está cadastrado.`),
    missing.length === 0
      ? fine('EVENTS', 'O receptor assina todos os eventos de que o conector precisa.')
      : wrong('EVENTS', `O receptor não assina ${missing.join(', ')}: altere-o em Webhooks.`),
    judgeDeliveries(receiver),
  ]
}

function judgeDeliveries({ failingSince, days }: NonNullable<ShopConnectorFacts['receiver']>): Finding {
  const recent = days.slice(-RECENT_DAYS)
  const accepted = recent.reduce((sum, { delivered }) => sum + delivered, 0)
  const refused = recent.reduce((sum, { failed }) => sum + failed, 0)
  const text = `${accepted} entregas aceitas e ${refused} recusadas nos últimos ${RECENT_DAYS} dias`
  if (failingSince !== null)
    return wrong('DELIVERIES', `A loja só recusa desde ${writeInstant(failingSince)}: ${text}.`)
  if (accepted + refused === 0)
    return fine('DELIVERIES', `Nada para entregar nos últimos ${RECENT_DAYS} dias.`)
  return fine('DELIVERIES', `A loja aceita os avisos: ${text}.`)
}

function judgeOrigin({ platform, address, origins }: ShopConnectorFacts): Finding {
  const { origin } = new URL(address)
  // Medusa's own address is not the page to which customers come back.
  const isAllowed = platform.isShopfront ? origins.includes(origin) : origins.length > 0
  if (isAllowed) return fine('ORIGIN', 'O cliente pode voltar à loja depois da compra.')
  return wrong(
    'ORIGIN',
    platform.isShopfront
      ? `Permita ${origin} em Origens: sem isso o cliente não volta à loja.`
      : 'Permita o endereço do site da loja em Origens: sem isso o cliente não volta a ela.',
  )
}

const INSTANT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
})

const writeInstant = (at: Date): string => INSTANT.format(at)
