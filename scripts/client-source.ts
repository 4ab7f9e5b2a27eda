import { composeType, type Schema, TypeNames } from './client-types.ts'

/* Generates the calls and types of the TypeScript client from the OpenAPI document. */

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Schema }> }>>
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
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
  'get /payment-links/{paymentLinkId}': 'readPaymentLink',
  'delete /payment-links/{paymentLinkId}': 'deletePaymentLink',
  'post /payment-links/{paymentLinkId}/send': 'sendPaymentLink',
  'post /webhooks/endpoints': 'createEndpoint',
  'get /webhooks/endpoints': 'listEndpoints',
  'delete /webhooks/endpoints/{endpointId}': 'deleteEndpoint',
  'post /webhooks/endpoints/{endpointId}/rotate': 'rotateEndpoint',
  'post /webhooks/endpoints/{endpointId}/enable': 'enableEndpoint',
  'post /webhooks/endpoints/{endpointId}/test': 'testEndpoint',
  'get /webhooks/deliveries': 'listDeliveries',
  'post /webhooks/replay': 'replayEvents',
  'get /events': 'listEvents',
  'get /storefront/preview': 'previewOffer',
  'get /storefront/config': 'readStorefront',
  'get /sandbox/messages': 'sandboxListMessages',
  'post /sandbox/transaction/{transactionId}/onboarding': 'sandboxPlayCustomer',
  'post /sandbox/transaction/{transactionId}/invoice': 'sandboxComposeInvoice',
  'post /sandbox/billet/{billetId}/pay': 'sandboxPayBillet',
  'get /sandbox/clock': 'sandboxReadClock',
  'post /sandbox/clock': 'sandboxAdvanceClock',
  'post /sandbox/invoice/{invoiceId}/review': 'sandboxReviewInvoice',
  'post /sandbox/people': 'sandboxGivePerson',
  'post /sandbox/desk/{transactionId}': 'sandboxPlayDesk',
  'post /sandbox/reset': 'sandboxReset',
}

export function presentClient(document: OpenApi): string {
  const types = new TypeNames()
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => composeCall(types, method, path, operation)),
  )
  return `// Generated from docs/api/openapi.json by \`npm run generate\`: edit the source, not this file.
import type { Call, CallOptions } from './call.ts'

${types.present()}
/** One function for each operation of the interface. */
export function createOperations(call: Call) {
  return {
${calls.join('\n')}
  }
}

export type Operations = ReturnType<typeof createOperations>
`
}

function composeCall(types: TypeNames, method: string, path: string, operation: Operation): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const content = Object.entries(operation.responses['200']?.content ?? {})[0]
  const isBinary = content !== undefined && content[0] !== 'application/json'
  const answer =
    content === undefined ? 'void' : isBinary ? 'Uint8Array' : composeType(types, content[1].schema)
  const name = NAMES[`${method} ${path}`] ?? deriveName(method, path)
  const input = findInput(types, operation, `${capitalize(name)}Query`)
  const isPost = method === 'post'
  const parameters = [
    ...inPath.map(name => `${name}: string`),
    ...(input === undefined ? [] : [`${input.name}: ${input.type}${input.isOptional ? ' = {}' : ''}`]),
    `options: ${isPost ? 'CallOptions' : "Omit<CallOptions, 'idempotencyKey'>"} = {}`,
  ]
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`)
  const request = [
    `method: '${method.toUpperCase()}'`,
    `path: ${inPath.length === 0 ? `'${path}'` : `\`${target}\``}`,
    ...(input === undefined ? [] : [input.name]),
    ...(isBinary ? ["answer: 'bytes'"] : []),
    'options',
  ]
  return `    /** ${[operation.summary, operation.description].filter(Boolean).join('. ')} */
    ${name}(${parameters.join(', ')}): Promise<${answer}> {
      return call<${answer}>({ ${request.join(', ')} })
    },
`
}

interface Input {
  readonly name: 'body' | 'query'
  readonly type: string
  readonly isOptional: boolean
}

/** The key is sent in a header, so it is not part of any body here. */
function findInput(
  types: TypeNames,
  { requestBody, parameters = [] }: Operation,
  queryTitle: string,
): Input | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (schema !== undefined) {
    const { apiKey: _, ...properties } = schema.properties ?? {}
    if (Object.keys(properties).length === 0) return undefined
    const type = composeType(types, { ...schema, properties })
    return { name: 'body', type, isOptional: (schema.required ?? []).length === 0 }
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
  const type = composeType(types, { type: 'object', title: queryTitle, properties, required })
  return { name: 'query', type, isOptional: required.length === 0 }
}

function deriveName(method: string, path: string): string {
  const words = path.split(/[/-]/).filter(word => word !== '' && word !== 'public' && !word.startsWith('{'))
  const all = method === 'post' ? words : [method, ...words]
  return all.map((word, index) => (index === 0 ? word : capitalize(word))).join('')
}

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
