import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Participants of the payment system that do not exist. */
const PAYER_BANK = '99999999'
const OWN_BANK = '99999998'
const RANDOM_LENGTH = 11

/** Of a payment: made by the payer's bank, with the minute in UTC. */
export function newEndToEndId(at: Date): string {
  return composeId('E', PAYER_BANK, at)
}

/** Of a refund: made by this bank. */
export function newReturnId(at: Date): string {
  return composeId('D', OWN_BANK, at)
}

/** Of a payment that this bank makes. */
export function newPayoutId(at: Date): string {
  return composeId('E', OWN_BANK, at)
}

function composeId(letter: string, bank: string, at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 12)
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letter + bank + minute + random
}
