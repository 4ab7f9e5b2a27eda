import type { KeyKind, KeyState } from '../../src/contract/console-integration.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import type { DeliveryStatus, WebhookEventType } from '../../src/contract/webhooks.ts'
import type { Tone } from '../design/alert.tsx'

export const KEY_KIND_WORDS = {
  secret: 'Secreta',
  publishable: 'Publicável',
} satisfies Readonly<Record<KeyKind, string>>

export const KEY_STATES = {
  live: ['Ativa', 'good'],
  expired: ['Vencida', 'calm'],
  revoked: ['Revogada', 'calm'],
  refused: ['Recusada: alterada por fora', 'bad'],
} satisfies Readonly<Record<KeyState, readonly [string, Tone]>>

/** What a secret key may be given here, and what that means. The clock of homologation is for the command line. */
export const SCOPE_WORDS = {
  preapproval: 'Pré-aprovação',
  checkout: 'Opções e vendas',
  purchases: 'Pedidos, notas fiscais e cancelamentos',
  webhooks: 'Webhooks, eventos e requisições',
  sandbox: 'Simulações na homologação',
} satisfies Readonly<Partial<Record<Scope, string>>>
export type OfferedScope = keyof typeof SCOPE_WORDS

export const writeScope = (scope: Scope): string =>
  scope === 'storefront' ? 'Vitrine' : scope === 'clock' ? 'Relógio' : SCOPE_WORDS[scope]

export const EVENT_TYPE_WORDS = {
  'transaction.approved': 'Compra aprovada',
  'transaction.denied': 'Compra recusada',
  'transaction.canceled': 'Compra cancelada',
  'transaction.closed': 'Compra quitada',
  'transaction.transfered': 'Repasse confirmado',
  'transaction.refunded': 'Estorno ao cliente',
  'installment.paid': 'Parcela paga',
  'installment.overdue': 'Parcela atrasada',
  'renegotiation.accepted': 'Renegociação aceita',
  'renegotiation.failed': 'Renegociação desfeita',
  'onboarding.step': 'Etapa do cadastro',
  'invoice.validated': 'Nota fiscal aceita',
  'invoice.refused': 'Nota fiscal recusada',
  'payment_link.opened': 'Link aberto',
  'payment_link.claimed': 'Link usado',
  'payment_link.completed': 'Link concluído',
  'payment_link.expired': 'Link vencido',
  'payment_link.deleted': 'Link excluído',
} satisfies Readonly<Record<WebhookEventType, string>>

export const EVENT_TYPES = Object.keys(EVENT_TYPE_WORDS) as readonly WebhookEventType[]

export const writeEventType = (type: string): string =>
  Object.hasOwn(EVENT_TYPE_WORDS, type)
    ? EVENT_TYPE_WORDS[type as WebhookEventType]
    : (OWN_TYPES[type] ?? type)

const OWN_TYPES: Readonly<Record<string, string>> = {
  'test.ping': 'Teste simples',
  'endpoint.disabled': 'Receptor desativado',
}

export const DELIVERY_STATES = {
  pending: ['Em espera', 'warn'],
  delivered: ['Entregue', 'good'],
  failed: ['Falhou', 'bad'],
  canceled: ['Cancelada', 'calm'],
} satisfies Readonly<Record<DeliveryStatus, readonly [string, Tone]>>
