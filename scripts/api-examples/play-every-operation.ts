import { setTimeout as delay } from 'node:timers/promises'
import { listOperations, type OpenApi } from '../../src/http/reference/list-operations.ts'
import type { Example } from '../../src/http/reference/present-operation.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'

export interface Given {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Whether this call is a good example; any is when absent. */
  readonly isExample?: (answer: Readonly<Record<string, unknown>>) => boolean
}

/** Throws unless the operation is served. Answers are read as far as the next call needs them. */
export type Read = <Answer>(name: string, given?: Given) => Promise<Answer>

export interface LifeOptions {
  readonly publishableKey: string
  readonly receiverUrl: string
}

const LISTS = 40
const LIST_PAUSE_MS = 250

const CART = {
  source: 'checkout',
  device: 'mobile',
  products: [
    { id: 'sku-1', name: 'Geladeira', amount: 1, value: 1099.9 },
    { id: 'sku-2', name: 'Chaleira', amount: 1, value: 100 },
  ],
  shipping: 40.1,
}

/**
 * A life in the sandbox in which every operation of the interface is called once: the first call of each, as it was sent and answered,
 * is its example in the reference.
 */
export async function playEveryOperation(
  options: LifeOptions & { readonly url: string; readonly key: string },
): Promise<Record<string, Example>> {
  const { url, key } = options
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  const operations = new Map(listOperations(document).map(operation => [operation.name, operation]))
  const examples: Record<string, Example> = {}

  const call: Read = async <Answer>(
    name: string,
    { path = {}, query = {}, body, isExample = () => true }: Given = {},
  ) => {
    const operation = operations.get(name)
    if (operation === undefined) throw new Error(`there is no operation ${name}`)
    const response = await fetch(url + composeTarget(operation.path, { path, query }), {
      method: operation.method,
      headers: {
        'x-service-apikey': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    const answer: Record<string, unknown> | undefined =
      operation.answer.kind === 'json' ? ((await response.json()) as Record<string, unknown>) : undefined
    const request = { path, query, body: shorten(body) as Given['body'] }
    if (isExample(answer ?? {})) examples[name] ??= { request, ...(answer && { answer: shorten(answer) }) }
    return answer as Answer
  }

  await playLife(call, options)
  await call('sandboxReset')
  return examples
}

/** The path with its names filled in, and the query. */
export function composeTarget(pattern: string, { path = {}, query = {} }: Given): string {
  const target = pattern.replaceAll(/\{(\w+)\}/g, (_, each: string) => path[each] ?? '')
  return Object.keys(query).length === 0 ? target : `${target}?${new URLSearchParams(query)}`
}

/** Every operation but the reset, which would end the life. Nobody else may use the retailer meanwhile. */
export async function playLife(call: Read, { publishableKey, receiverUrl }: LifeOptions): Promise<void> {
  await playWebhooks(call, receiverUrl)
  const sold = await playPurchase(call)
  await playPaymentLinks(call)
  await call('previewOffer', { query: { key: publishableKey, total: '1240.00' } })
  await call('readStorefront', { query: { key: publishableKey } })
  await playDesk(call)
  await playCancellation(call)
  await playLateCustomer(call, sold)
  await call('listEvents', { query: { limit: '2' } })
  await call('listRequests', { query: { status: '2xx', limit: '2' } })
  await call('getSandboxBank')
  await call('sandboxBank', { body: { registration: 'slow' } })
}

interface Sale {
  readonly transactionId: string
  readonly phone: string
}

interface Sold {
  readonly downPaymentBillet?: { readonly id: string }
  readonly installments: readonly { readonly id: string; readonly dueDate: string }[]
}

async function buy(call: Read, persona: string, orderId: string, group = 1): Promise<Sale> {
  const person = await call<Record<string, string>>('sandboxGivePerson', { body: { persona } })
  const { cpf = '', phone = '', email = '', zipCode = '' } = person
  await call('preApprove', { body: { cpf, phone, email, zipCode, source: 'checkout', price: 1240 } })
  const { downPaymentOptions } = await call<{ downPaymentOptions: { options: { _id: string }[] }[] }>(
    'options',
    { body: { ...person, ...CART } },
  )
  const optionId = downPaymentOptions[group]?.options[3]?._id ?? ''
  const { transactionId } = await call<Sale>('authorize', { body: { optionId, orderId } })
  return { transactionId, phone }
}

/** On a busy machine the transfer is confirmed a little after the clock was moved. */
async function listTransferred(call: Read): Promise<void> {
  const isExample = ({ data }: Readonly<Record<string, unknown>>): boolean =>
    (data as readonly { readonly transferedAt?: string }[])[0]?.transferedAt !== undefined
  const given = { query: { status: 'OPEN', limit: '10' }, isExample }
  let listed = await call<Record<string, unknown>>('getTransactions', given)
  for (let attempt = 0; attempt < LISTS && !isExample(listed); attempt += 1) {
    await delay(LIST_PAUSE_MS)
    listed = await call('getTransactions', given)
  }
}

async function playPurchase(call: Read): Promise<string> {
  const { transactionId, phone } = await buy(call, '001', 'pedido-1')
  const path = { transactionId }
  await call('getOnboardingLink', { path })
  await call('sandboxPlayCustomer', { path, body: { until: 'SIGNATURE' }, isExample: () => false })
  // Before the signature, so that the newest is always a code: the e-mail with the contract comes at any moment after it.
  await call('sandboxListMessages', { query: { phone } })
  await call('sandboxPlayCustomer', { path, body: { until: 'ENTRY' } })
  const { downPaymentBillet } = await call<Sold>('readTransaction', { path, body: {} })
  await call('sandboxListBillets', { path })
  await call('sandboxPayBillet', { path: { billetId: downPaymentBillet?.id ?? '' }, body: { method: 'PIX' } })
  await call('readStatus', { path })
  await call('downloadBillets', { path, body: { layout: 'booklet' } })
  const { now } = await call<{ now: string }>('sandboxReadClock')
  const today = calendarDateAt(new Date(now))
  await call('transactionDelivered', { path, body: { date: today } })
  const invoice = await call<Record<string, string>>('sandboxComposeInvoice', { path })
  const { invoiceId } = await call<{ invoiceId: string }>('sendInvoice', { path, body: invoice })
  await call('sandboxReviewInvoice', { path: { invoiceId }, body: { result: 'VALIDATED' } })
  await call('sandboxAdvanceClock', { body: { advance: 'PT1H' } })
  await listTransferred(call)
  await call('getTransactionsCounts', { query: { from: today, to: today } })
  await call('getTransactionTransfer', { path })
  await call('getStatement', { query: { from: today, to: today } })
  await playMoney(call, today)
  await call('getTransactionSettlement', { path, query: { installments: 'next' } })
  await call('transactionSettlement', { path, body: { installments: 'next' } })
  return transactionId
}

async function playMoney(call: Read, today: string): Promise<void> {
  const days = { from: today, to: today }
  await call('getStatementSummary', { query: days })
  await call('getFigures', { query: days })
  await call('getBalance')
  const { data } = await call<{ data: { transferId: string }[] }>('listTransfers', { query: { limit: '10' } })
  await call('readTransfer', { path: { transferId: data[0]?.transferId ?? '' } })
}

async function playPaymentLinks(call: Read): Promise<void> {
  const body = { amount: 1240, description: 'Geladeira', orderId: 'pedido-2' }
  const { id: paymentLinkId } = await call<{ id: string }>('createPaymentLink', { body })
  await call('sendPaymentLink', {
    path: { paymentLinkId },
    body: { channel: 'EMAIL', to: 'maria@example.com' },
  })
  await call('readPaymentLink', { path: { paymentLinkId } })
  await call('listPaymentLinks', { query: { status: 'ACTIVE' } })
  const { now } = await call<{ now: string }>('sandboxReadClock')
  const today = calendarDateAt(new Date(now))
  await call('countPaymentLinks', { query: { from: today, to: today } })
  await call('deletePaymentLink', { path: { paymentLinkId } })
}

const TESTS = 20

async function playWebhooks(call: Read, receiverUrl: string): Promise<void> {
  const { id: endpointId } = await call<{ id: string }>('createEndpoint', { body: { url: receiverUrl } })
  const path = { endpointId }
  // The answer shows the attempt only when that took less than a second.
  const isExample = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'delivered'
  const body = { type: 'transaction.approved' }
  let test: Readonly<Record<string, unknown>> = {}
  for (let attempt = 0; attempt < TESTS && !isExample(test); attempt += 1)
    test = await call<Record<string, unknown>>('testEndpoint', { path, body, isExample })
  await call('readDelivery', { path: { ...path, eventId: String(test.eventId) } })
  await call('readEndpointHealth', { path })
  await call('changeEndpoint', { path, body: { events: ['transaction.approved', 'transaction.canceled'] } })
  await call('listEndpoints')
  await call('listDeliveries', { query: { endpointId } })
  await call('replayEvents', { body: { endpointId, since: '2026-01-01T00:00:00Z' } })
  await call('rotateEndpoint', { path })
  await call('enableEndpoint', { path })
  await call('deleteEndpoint', { path })
}

async function playDesk(call: Read): Promise<void> {
  const { transactionId } = await buy(call, '011', 'pedido-3')
  await call('sandboxPlayCustomer', { path: { transactionId }, body: { until: 'DESK' } })
  await call('sandboxPlayDesk', { path: { transactionId }, body: { result: 'VALIDATED' } })
}

async function playCancellation(call: Read): Promise<void> {
  const { transactionId } = await buy(call, '001', 'pedido-4')
  await call('transactionRemovalPreview', { path: { transactionId }, body: { products: ['sku-2'] } })
  await call('cancelPreview', { body: { transactionId } })
  await call('cancel', { body: { transactionId } })
}

/** The customer of the first purchase does not pay. */
async function playLateCustomer(call: Read, transactionId: string): Promise<void> {
  const path = { transactionId }
  const { installments } = await call<Sold>('readTransaction', { path, body: {} })
  const { now } = await call<{ now: string }>('sandboxReadClock')
  const days = Math.ceil((Date.parse(installments[0]?.dueDate ?? '') - Date.parse(now)) / 86_400_000) + 20
  await call('sandboxAdvanceClock', { body: { advance: `P${days}D` } })
  await call('transactionBilletsReissue', {
    path: { ...path, billetId: installments[0]?.id ?? '' },
    body: {},
  })
  await call('transactionRenegotiation', { path, body: { preview: true, installments: 6 } })
}

const LONGEST_TEXT = 120

/** Lists keep their first two members, texts their beginning: an example is read, and files fill pages. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => name !== 'apiKey')
  return Object.fromEntries(members.map(([name, each]) => [name, shorten(each)]))
}
