import { listWireOptions, type OptionsBody } from '../../support/answer-schemas.ts'
import { optionsBody, type Person, preApproveBody } from '../../support/people.ts'
import { listOperations, type OpenApiDocument, type Operation } from '../fuzz/operations.ts'
import { walkPages } from './on-the-pages.ts'
import { NAME_MARK, STREET_MARK } from './seeded-people.ts'

export interface FlowRecord {
  /** Every body with a status from 400 on. */
  readonly errors: string[]
  /** Secrets (keys, tokens, codes) that only their owner may have. */
  readonly tokens: Set<string>
  /** Ids of all purchases, including ended ones. */
  readonly purchases: string[]
  served: number
}

interface Call {
  readonly status: number
  readonly body: Record<string, unknown>
}

const WRONG_PLACES = ['cpf', 'phone', 'email', 'zipCode', 'source', 'state', 'shipping', 'products']

/** Takes people through every flow, and also sends their data in every wrong field. */
export async function createFlows(url: string, apiKey: string) {
  const record: FlowRecord = { errors: [], tokens: new Set(), purchases: [], served: 0 }
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
  const operations = listOperations(document).filter(hasPlaces)

  async function call(method: string, path: string, body?: object): Promise<Call> {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-service-apikey': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400) record.errors.push(text)
    else record.served += 1
    return { status: response.status, body: parse(text) }
  }

  const post = (path: string, body: object): Promise<Call> => call('POST', path, { apiKey, ...body })

  function keepTokens(body: unknown): void {
    for (const [, token = ''] of JSON.stringify(body).matchAll(
      /\/(?:billet|onboarding)\/([A-Za-z0-9_-]{16,})/g,
    ))
      record.tokens.add(token)
  }

  /** What a careless caller's program might put into any field of any route. */
  async function misplace(person: Person, operation: Operation): Promise<void> {
    const { cpf, email, phone } = person
    const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(email))
    const query = operation.query.map(({ name }) => `${name}=${encodeURIComponent(phone)}`).join('&')
    const names = Object.keys(operation.body?.properties ?? {}).filter(name => name !== 'apiKey')
    const body = Object.fromEntries(
      names.map((name, at) => [name, [cpf, email, phone, { [email]: cpf }][at % 4]]),
    )
    await call(
      operation.method,
      `${path}?${query}`,
      operation.method === 'GET' ? undefined : { apiKey, ...body },
    )
  }

  async function quote(person: Person): Promise<string | undefined> {
    const more = {
      addressStreet: `Rua ${STREET_MARK}`,
      city: STREET_MARK,
      // Of the postal code.
      state: 'CE',
      seller: NAME_MARK,
      sellerPhone: person.phone,
      products: [
        { id: 'a', name: `Cadeira ${NAME_MARK}`, amount: 1, value: 500 },
        { id: 'b', name: 'Mesa', amount: 1, value: 400 },
      ],
    }
    await post('/preApprove', preApproveBody(apiKey, person, 900))
    const { body } = await post('/options', optionsBody(apiKey, person, 900, more))
    for (const place of WRONG_PLACES)
      await post('/options', {
        ...optionsBody(apiKey, person, 900, more),
        [place]: `${person.email} ${person.cpf}`,
      })
    if (body.result !== 'APPROVED') return undefined
    return listWireOptions(body as OptionsBody)[0]?._id
  }

  async function buy(person: Person, number: number): Promise<void> {
    const optionId = await quote(person)
    if (optionId === undefined) return
    const { body, status } = await post('/authorize', { optionId, orderId: `pedido-${number}` })
    if (status !== 200) return
    keepTokens(body)
    const transactionId = String(body.transactionId)
    record.purchases.push(transactionId)
    const at = `/public/transaction/${transactionId}`
    await post(`/authorize`, { optionId, orderId: person.email })
    await call('GET', `${at}/onboarding-link`)
    const read = await post(at, {})
    keepTokens(read.body)
    const isShrunk = number % 7 === 0
    if (isShrunk) await post(at, { products: ['b'] })
    // The purchase that remains after a product removal has its own link.
    const isOnPages = number % 2 === 0 && !isShrunk
    const until = number % 5 === 0 ? 'SIGNATURE' : 'COMPLETE'
    if (isOnPages) {
      const { onboardingToken } = body as { onboardingToken: string }
      record.tokens.add(onboardingToken)
      await walkPages(url, { authorized: { onboardingToken }, person }, record)
    } else
      await post(`/sandbox/transaction/${transactionId}/onboarding`, {
        until,
        acceptInsurance: number % 3 === 0,
      })
    for (const billetId of listBillets(read.body))
      await post(`/sandbox/billet/${billetId}/pay`, { method: 'PIX' })
    if (!isOnPages) await post(`/sandbox/transaction/${transactionId}/onboarding`, { until })
    const opened = await post(at, {})
    keepTokens(opened.body)
    await post(`${at}/status`, {})
    await post(`${at}/billets`, {})
    await visitPages(body, opened.body)
    await call('GET', `/sandbox/messages?phone=${person.phone}`)
    await sendInvoice(transactionId, person)
    if (number % 4 === 0) await payAll(opened.body)
    else if (number % 4 === 1) await post('/cancel', { transactionId, ...refundAccount })
    else if (number % 4 === 2)
      await post(`/sandbox/transaction/${transactionId}/onboarding`, { action: 'CANCEL' })
  }

  async function payAll(body: Record<string, unknown>): Promise<void> {
    for (const billetId of listBillets(body)) await post(`/sandbox/billet/${billetId}/pay`, {})
  }

  async function visitPages(...bodies: Record<string, unknown>[]): Promise<void> {
    for (const [link] of JSON.stringify(bodies).matchAll(
      /https?:[^"]+\/(?:billet|onboarding)\/[A-Za-z0-9_-]+/g,
    ))
      await call('GET', new URL(link).pathname)
  }

  async function sendInvoice(transactionId: string, person: Person): Promise<void> {
    const broken = Buffer.from(`%PDF-1.4 ${person.cpf} ${person.email}\n%%EOF`).toString('base64')
    await post(`/invoice/${transactionId}/file`, { invoiceFile: broken })
    const { body: sample } = await post(`/sandbox/transaction/${transactionId}/invoice`, {})
    const { body } = await post(`/invoice/${transactionId}/file`, { invoiceFile: sample.invoiceFile })
    await post(`/sandbox/invoice/${body.invoiceId}/review`, { result: 'REFUSED', message: 'valor errado' })
  }

  return {
    record,
    operations,
    async take(person: Person, number: number): Promise<void> {
      const operation = operations[number % operations.length]
      if (operation !== undefined) await misplace(person, operation)
      await buy(person, number)
    },
  }
}

const refundAccount = {
  numeroBanco: '237',
  agencia: '1234',
  numeroConta: '987654',
  digitoConta: '1',
  tipoConta: 'CONTACORRENTE',
}

/** Others do what they do for everybody, as /sandbox/reset does. */
function hasPlaces({ path, query, body }: Operation): boolean {
  return path.includes('{') || query.length > 0 || Object.keys(body?.properties ?? {}).length > 1
}

function listBillets(body: Record<string, unknown>): string[] {
  const { downPaymentBillet, installments = [] } = body as {
    downPaymentBillet?: { id: string }
    installments?: { id: string }[]
  }
  return [...(downPaymentBillet === undefined ? [] : [downPaymentBillet]), ...installments].map(
    ({ id }) => id,
  )
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
