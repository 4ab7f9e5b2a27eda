import { parsePhone } from '../../brazil/phone.ts'
import type { MessageChannel } from '../../contract/messages.ts'
import { textFormats } from '../../kernel/text-formats.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { deleteOptOut, insertOptOut } from './store.ts'

/*
 * Who does not want reminders any more. The list holds blind indexes only, so it cannot be read; it is asked before
 * every reminder and collection message. Codes, contracts and billets are sent to everybody who needs them.
 */

export interface Address {
  readonly channel: MessageChannel
  readonly to: string
}

/** A phone number stands for SMS, anything with an @ for e-mail. */
export function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim()
  const phone = parsePhone(trimmed)
  if (phone !== undefined) return { channel: 'SMS', to: phone.digits }
  return textFormats['email-address'](trimmed) ? { channel: 'EMAIL', to: trimmed } : undefined
}

/** Mailboxes are compared without case: nobody has two that differ by it. */
export function computeRecipientIndex(secrets: Secrets, { channel, to }: Address): Buffer {
  return channel === 'SMS'
    ? secrets.computeBlindIndex('phone', to)
    : secrets.computeBlindIndex('email', to.toLowerCase())
}

/** False when the address was on the list before. */
export function optOut(db: Queryable, secrets: Secrets, address: Address, now: Date): Promise<boolean> {
  const recipient = { channel: address.channel, toIndex: computeRecipientIndex(secrets, address) }
  return insertOptOut(db, recipient, 'operator', now)
}

/** False when the address was not on the list. */
export function optIn(db: Queryable, secrets: Secrets, address: Address): Promise<boolean> {
  return deleteOptOut(db, { channel: address.channel, toIndex: computeRecipientIndex(secrets, address) })
}
