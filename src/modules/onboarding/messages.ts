import type { Transaction } from '../../platform/db/database.ts'
import type { CodeUse } from './codes.ts'

export interface Message {
  readonly retailerId: string
  readonly channel: 'SMS' | 'EMAIL'
  /** Phone digits or an e-mail address. */
  readonly to: string
  /** The customer's phone, even when the message goes to another address. */
  readonly phone: string
  readonly text: string
  /** Set when the message carries a one-time code. */
  readonly code?: { readonly id: string; readonly code: string }
}

/** Accepts a message within a transaction: it is sent after the commit, and not at all after a rollback. */
export interface MessagePort {
  post(tx: Transaction, message: Message, now: Date): Promise<void>
}

const WHAT_FOR: Readonly<Record<CodeUse, string>> = {
  phone: 'confirmar seu celular',
  device: 'continuar sua compra neste aparelho',
  signature: 'assinar seu contrato',
  link: 'ver as parcelas da sua compra',
}

/**
 * The code comes first, because phones show the beginning of a message. The text warns against callers who ask for it.
 */
export function composeCodeText(purpose: CodeUse, code: string): string {
  return `${code} é o seu código para ${WHAT_FOR[purpose]} no Crediário. Vale por 10 minutos. Nunca o informe a ninguém, nem a quem disser que é da loja.`
}
