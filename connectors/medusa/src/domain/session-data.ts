export interface RefundNote {
  /** Medusa's id of the refund, which is our idempotency key as well. */
  readonly id: string
  readonly centavos: number
}

/** What a payment session and its payment remember. Shoppers can read it: no secret and no personal data is in it. */
export interface SessionData {
  readonly session_id: string
  readonly centavos: number
  readonly order_id: string | null
  readonly link_id: string | null
  readonly pay_url: string | null
  readonly transaction_id: string | null
  readonly refunds: readonly RefundNote[]
}

type Given = Readonly<Record<string, unknown>> | undefined

/**
 * Of a new session. Medusa keeps what the browser sent beside what the provider answers, so every key that is not ours is answered with
 * undefined, which removes it: nobody can plant a link or leave a CPF there.
 */
export function newSessionData(given: Given, centavos: number): SessionData {
  const dropped = Object.fromEntries(Object.keys(given ?? {}).map(key => [key, undefined]))
  return {
    ...dropped,
    session_id: readText(given?.['session_id']) ?? '',
    centavos,
    order_id: null,
    link_id: null,
    pay_url: null,
    transaction_id: null,
    refunds: [],
  }
}

/** Of a session that exists. Always whole, because Medusa keeps exactly what a provider returns. */
export function parseSessionData(given: Given): SessionData {
  const refunds = Array.isArray(given?.['refunds']) ? given['refunds'] : []
  return {
    session_id: readText(given?.['session_id']) ?? '',
    centavos: Number(given?.['centavos'] ?? 0),
    order_id: readText(given?.['order_id']),
    link_id: readText(given?.['link_id']),
    pay_url: readText(given?.['pay_url']),
    transaction_id: readText(given?.['transaction_id']),
    refunds: refunds.map((each: Readonly<Record<string, unknown>>) => ({
      id: String(each['id']),
      centavos: Number(each['centavos']),
    })),
  }
}

const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the shop keeps of the payment once this refund is made. The same refund again changes nothing. */
export function noteRefund(
  data: SessionData,
  refund: RefundNote,
): { data: SessionData; keptCentavos: number } {
  const refunds = [...data.refunds.filter(({ id }) => id !== refund.id), refund]
  const keptCentavos = refunds.reduce((kept, { centavos }) => kept - centavos, data.centavos)
  return { data: { ...data, refunds }, keptCentavos }
}
