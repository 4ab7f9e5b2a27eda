export interface CrediarioOptions {
  /** Where the lender's interface is, such as https://credito.example. */
  readonly baseUrl: string
  /** The retailer's secret key, sk_… */
  readonly apiKey: string
  /** Of the endpoint that `crediario-medusa register` made; without it no webhook is believed. */
  readonly webhookSecret: string | undefined
  /** The shop's page of an order; {order_id} and {display_id} are replaced. */
  readonly returnUrl: string | undefined
  /** How long a placed order waits for the purchase. */
  readonly waitDays: number
}

const WAIT_DAYS = 14
const MOST_WAIT_DAYS = 60

/** Every mistake at once, because each restart of a shop takes a while. */
export function parseOptions(given: Readonly<Record<string, unknown>> | undefined): CrediarioOptions {
  const { baseUrl, apiKey, webhookSecret, returnUrl, waitDays } = given ?? {}
  const mistakes: string[] = []
  if (!isWebAddress(baseUrl)) mistakes.push('baseUrl is the address of the Crediário service')
  if (typeof apiKey !== 'string' || !apiKey.startsWith('sk_')) mistakes.push('apiKey is a secret key, sk_…')
  if (isGiven(webhookSecret) && !(typeof webhookSecret === 'string' && webhookSecret.startsWith('whsec_')))
    mistakes.push('webhookSecret begins with whsec_')
  if (isGiven(returnUrl) && !isWebAddress(returnUrl)) mistakes.push('returnUrl is a web address')
  const days = isGiven(waitDays) ? Number(waitDays) : WAIT_DAYS
  if (!(Number.isInteger(days) && days >= 1 && days <= MOST_WAIT_DAYS))
    mistakes.push(`waitDays is a whole number from 1 to ${MOST_WAIT_DAYS}`)
  if (mistakes.length > 0)
    throw new Error(`The options of @crediario/medusa are wrong: ${mistakes.join('; ')}.`)
  return {
    baseUrl: String(baseUrl),
    apiKey: String(apiKey),
    webhookSecret: isGiven(webhookSecret) ? String(webhookSecret) : undefined,
    returnUrl: isGiven(returnUrl) ? String(returnUrl) : undefined,
    waitDays: days,
  }
}

/** An environment variable that is not set arrives as undefined or empty. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
