import type { LinkStep } from '../../../src/contract/console-selling.ts'
import type { LinkChannel, LinkStatus } from '../../../src/contract/payment-links.ts'
import type { Tone } from '../../design/alert.tsx'

export const STATUS_WORDS = {
  ACTIVE: 'Ainda não aberto',
  OPENED: 'Aberto',
  CLAIMED: 'Compra em andamento',
  COMPLETED: 'Vendido',
  EXPIRED: 'Vencido',
  DELETED: 'Apagado',
} satisfies Readonly<Record<LinkStatus, string>>

/** A colour only where something is finished. */
export const STATUS_TONES: Readonly<Partial<Record<LinkStatus, Tone>>> = { COMPLETED: 'good' }

export const STEP_WORDS = {
  created: 'Criados',
  opened: 'Abertos',
  identified: 'Identificados',
  signed: 'Assinados',
  paid: 'Pagos',
} satisfies Readonly<Record<LinkStep, string>>

export const CHANNEL_WORDS = { SMS: 'SMS', EMAIL: 'e-mail' } satisfies Readonly<Record<LinkChannel, string>>

/** Added to those of the console. */
export const LINK_PROBLEMS: Readonly<Record<string, string>> = {
  link_ended: 'Este link não vale mais.',
  link_completed: 'A venda deste link já foi concluída. Para desfazer, cancele o pedido.',
  link_not_found: 'Não encontramos este link nesta loja.',
  link_send_limit: 'Este link já foi enviado cinco vezes hoje por este meio. Tente pelo outro, ou amanhã.',
  order_already_linked:
    'Este pedido já tem um link com outro conteúdo. Procure por ele na lista e apague-o antes, ou use outro número.',
  policy_missing: 'A loja ainda não tem condições de crédito. Fale com quem financia as suas vendas.',
  retailer_suspended: 'As vendas desta loja no crediário estão suspensas.',
}
