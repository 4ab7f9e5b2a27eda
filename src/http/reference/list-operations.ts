/* What the pages of the reference and the generators of the clients need of the OpenAPI document. */

/** The subset of JSON Schema that the interface uses. */
export interface Schema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

export interface Parameter {
  readonly in?: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface DescribedOperation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Schema }> }>>
}

export interface OpenApi {
  readonly info: { readonly version: string }
  readonly webhooks?: Readonly<Record<string, { readonly post: DescribedOperation }>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

export interface Operation {
  /** camelCase */
  readonly name: string
  readonly tag: string
  /** GET, POST, DELETE */
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly input: Input | undefined
  /** `void` when there is no body. */
  readonly answer: Answer
  readonly summary: string
  readonly description: string
  readonly described: DescribedOperation
  /** Repeating it has no second effect, so that it needs no Idempotency-Key. */
  readonly isRepeatable: boolean
}

type Answer =
  | { readonly kind: 'json'; readonly schema: Schema }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'void' }

interface Input {
  readonly kind: 'body' | 'query'
  readonly schema: Schema
  readonly isOptional: boolean
}

/** Names of operations whose path would make a clumsy one. */
const NAMES: Readonly<Record<string, string>> = {
  'post /public/transaction/{transactionId}': 'readTransaction',
  'post /public/transaction/{transactionId}/status': 'readStatus',
  'post /public/transaction/{transactionId}/billets': 'downloadBillets',
  'get /public/transaction/{transactionId}/onboarding-link': 'getOnboardingLink',
  'post /invoice/{transactionId}/file': 'sendInvoice',
  'post /payment-links': 'createPaymentLink',
  'get /payment-links': 'listPaymentLinks',
  'get /payment-links/funnel': 'countPaymentLinks',
  'get /payment-links/{paymentLinkId}': 'readPaymentLink',
  'delete /payment-links/{paymentLinkId}': 'deletePaymentLink',
  'post /payment-links/{paymentLinkId}/send': 'sendPaymentLink',
  'get /transfers': 'listTransfers',
  'get /transfers/{transferId}': 'readTransfer',
  'post /webhooks/endpoints': 'createEndpoint',
  'get /webhooks/endpoints': 'listEndpoints',
  'post /webhooks/endpoints/{endpointId}/change': 'changeEndpoint',
  'get /webhooks/endpoints/{endpointId}/health': 'readEndpointHealth',
  'get /webhooks/endpoints/{endpointId}/events/{eventId}': 'readDelivery',
  'delete /webhooks/endpoints/{endpointId}': 'deleteEndpoint',
  'post /webhooks/endpoints/{endpointId}/rotate': 'rotateEndpoint',
  'post /webhooks/endpoints/{endpointId}/enable': 'enableEndpoint',
  'post /webhooks/endpoints/{endpointId}/test': 'testEndpoint',
  'get /webhooks/deliveries': 'listDeliveries',
  'post /webhooks/replay': 'replayEvents',
  'get /events': 'listEvents',
  'get /requests': 'listRequests',
  'get /storefront/preview': 'previewOffer',
  'get /storefront/config': 'readStorefront',
  'get /sandbox/messages': 'sandboxListMessages',
  'post /sandbox/transaction/{transactionId}/onboarding': 'sandboxPlayCustomer',
  'post /sandbox/transaction/{transactionId}/invoice': 'sandboxComposeInvoice',
  'get /sandbox/transaction/{transactionId}/billets': 'sandboxListBillets',
  'post /sandbox/billet/{billetId}/pay': 'sandboxPayBillet',
  'get /sandbox/clock': 'sandboxReadClock',
  'post /sandbox/clock': 'sandboxAdvanceClock',
  'post /sandbox/invoice/{invoiceId}/review': 'sandboxReviewInvoice',
  'post /sandbox/people': 'sandboxGivePerson',
  'post /sandbox/desk/{transactionId}': 'sandboxPlayDesk',
  'post /sandbox/reset': 'sandboxReset',
}

/** POSTs that only read, or that find what they did before (src/platform/README.md): a stored answer would only cost. */
const REPEATABLE_POSTS: ReadonlySet<string> = new Set([
  'preApprove',
  'options',
  'readTransaction',
  'readStatus',
  'downloadBillets',
])

export function listOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => composeOperation(method, path, described)),
  )
}

function composeOperation(method: string, path: string, described: DescribedOperation): Operation {
  const name = NAMES[`${method} ${path}`] ?? deriveName(method, path)
  const [content] = Object.entries(described.responses['200']?.content ?? {})
  return {
    name,
    tag: described.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each),
    input: findInput(described, `${capitalize(name)}Query`),
    answer:
      content === undefined
        ? { kind: 'void' }
        : content[0] === 'application/json'
          ? { kind: 'json', schema: content[1].schema }
          : { kind: 'bytes' },
    summary: described.summary ?? '',
    description: described.description ?? '',
    described,
    isRepeatable: method !== 'post' || REPEATABLE_POSTS.has(name),
  }
}

/** The key is sent in a header, so it is not part of any body here. */
function findInput(
  { requestBody, parameters = [] }: DescribedOperation,
  queryTitle: string,
): Input | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (schema !== undefined) {
    const { apiKey: _, ...properties } = schema.properties ?? {}
    if (Object.keys(properties).length === 0) return undefined
    return {
      kind: 'body',
      schema: { ...schema, properties },
      isOptional: (schema.required ?? []).length === 0,
    }
  }
  const query = parameters.filter(each => each.in === 'query')
  if (query.length === 0) return undefined
  const properties = Object.fromEntries(
    query.map(({ name, schema: each, description }) => [
      name,
      { ...each, ...(description && { description }) },
    ]),
  )
  const required = query.filter(each => each.required).map(({ name }) => name)
  return {
    kind: 'query',
    schema: { type: 'object', title: queryTitle, properties, required },
    isOptional: required.length === 0,
  }
}

function deriveName(method: string, path: string): string {
  const words = path.split(/[/-]/).filter(word => word !== '' && word !== 'public' && !word.startsWith('{'))
  const all = method === 'post' ? words : [method, ...words]
  return all.map((word, index) => (index === 0 ? word : capitalize(word))).join('')
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
