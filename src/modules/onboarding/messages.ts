import type { CodePurpose } from '../../contract/onboarding.ts'
import type { Transaction } from '../../platform/db/database.ts'

export interface Message {
  readonly retailerId: string
  readonly channel: 'SMS' | 'EMAIL'
  /** Phone digits or an e-mail address. */
  readonly to: string
  /** The customer's phone, also where the message goes elsewhere. */
  readonly phone: string
  readonly text: string
  /** Of a message that carries a one-time code. */
  readonly code?: { readonly id: string; readonly code: string }
}

/** Takes a message within the transaction that wants it sent: it leaves when that is committed, and not otherwise. */
export interface MessagePort {
  post(tx: Transaction, message: Message, now: Date): Promise<void>
}

const WHAT_FOR: Readonly<Record<CodePurpose, string>> = {
  phone: 'confirmar seu celular',
  device: 'continuar sua compra neste aparelho',
  signature: 'assinar seu contrato',
}

/** First the code: a phone shows the beginning of a message. Whoever calls and asks for it is a thief. */
export function composeCodeText(purpose: CodePurpose, code: string): string {
  return `${code} é o seu código para ${WHAT_FOR[purpose]} no Crediário. Vale por 10 minutos. Nunca o informe a ninguém, nem a quem disser que é da loja.`
}
