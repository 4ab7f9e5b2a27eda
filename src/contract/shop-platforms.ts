import type { Scope } from './scopes.ts'
import type { WebhookEventType } from './webhooks.ts'

/* Platforms whose connector is installed in the shop, as the lender sees it. The browser imports this file too: plain values only. */

export interface ShopPlatform {
  /** Where the connector takes events, after the address of the shop. */
  readonly receiverPath: string
  /** How the address of a receiver shows that it is the connector's: shops may put something before or after the path. */
  readonly receiverForm: RegExp
  /** The events without which the connector learns of something late. */
  readonly events: readonly WebhookEventType[]
  /** Whether the connector registers its receiver by itself, and keeps the secret. */
  readonly registersItself: boolean
  /** Whether its customers come back to the same address, whose origin must be allowed. */
  readonly isShopfront: boolean
  /** Whether its timers ask for events all the time, so that silence is a fault. */
  readonly asksAlways: boolean
  /** In the shop: what only the shop's own side knows. */
  readonly commands: Readonly<Record<'connect' | 'doctor' | 'log' | 'drift', string>>
}

/** What the connectors do with their key: links and purchases, events and receivers. */
export const CONNECTOR_SCOPES = ['purchases', 'webhooks'] as const satisfies readonly Scope[]

const MOVES_AN_ORDER = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'transaction.closed',
  'payment_link.completed',
  'payment_link.expired',
  'payment_link.deleted',
] as const satisfies readonly WebhookEventType[]

const EVENTS_OF_PHP = [
  ...MOVES_AN_ORDER,
  'transaction.refunded',
  'payment_link.claimed',
] as const satisfies readonly WebhookEventType[]

export const SHOP_PLATFORMS = {
  medusa: {
    receiverPath: '/crediario/webhook',
    receiverForm: /\/crediario\/webhook\/?$/,
    events: MOVES_AN_ORDER,
    registersItself: false,
    isShopfront: false,
    asksAlways: false,
    commands: {
      connect: 'npx crediario-medusa register',
      doctor: 'npx crediario-medusa doctor',
      log: 'npx crediario-medusa log',
      drift: 'npx crediario-medusa drift',
    },
  },
  magento2: {
    receiverPath: '/crediario/webhook/index',
    receiverForm: /\/crediario\/webhook\/index\/?$/,
    events: EVENTS_OF_PHP,
    registersItself: true,
    isShopfront: true,
    asksAlways: true,
    commands: {
      connect: 'bin/magento crediario:connect',
      doctor: 'bin/magento crediario:doctor',
      log: 'bin/magento crediario:log',
      drift: 'bin/magento crediario:drift',
    },
  },
  woocommerce: {
    receiverPath: '/wc-api/crediario/',
    receiverForm: /(?:\/wc-api\/crediario\/?|[?&]wc-api=crediario)$/,
    events: EVENTS_OF_PHP,
    registersItself: true,
    isShopfront: true,
    asksAlways: true,
    commands: {
      connect: 'wp crediario connect',
      doctor: 'wp crediario doctor',
      log: 'wp crediario log',
      drift: 'wp crediario drift',
    },
  },
} as const satisfies Readonly<Record<string, ShopPlatform>>
export type ShopPlatformName = keyof typeof SHOP_PLATFORMS
export const SHOP_PLATFORM_NAMES = Object.keys(SHOP_PLATFORMS) as readonly ShopPlatformName[]

export const findShopPlatform = (name: string): ShopPlatform | undefined =>
  Object.hasOwn(SHOP_PLATFORMS, name) ? SHOP_PLATFORMS[name as ShopPlatformName] : undefined

/** The connector's receiver among those of the retailer: at the shop's address, else any that has its form. */
export function findReceiver<Receiver extends { readonly url: string; readonly status: string }>(
  { receiverForm }: ShopPlatform,
  address: string,
  receivers: readonly Receiver[],
): Receiver | undefined {
  const own = receivers.filter(({ url }) => receiverForm.test(url))
  const near = own.filter(({ url }) => url.startsWith(`${address}/`))
  return [...near, ...own].find(({ status }) => status === 'enabled') ?? near[0] ?? own[0]
}
