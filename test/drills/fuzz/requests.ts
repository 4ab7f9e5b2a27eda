import fc from 'fast-check'
import { DEMO_KEY, PLAIN_KEY, PUBLISHABLE_KEY } from '../../support/app.ts'
import {
  FOREIGN_MEMBERS,
  HOSTILE_BODIES,
  HOSTILE_NUMBERS,
  HOSTILE_OTHERS,
  HOSTILE_SEGMENTS,
  HOSTILE_TEXTS,
  HOSTILE_TYPES,
} from './hostile-values.ts'
import type { Operation } from './operations.ts'
import { createValid, knownId, withoutOwnValues } from './schema-values.ts'
import { DESK_TRANSACTION_ID } from './whole-purchase.ts'

export type Kind = 'valid' | 'nearly valid' | 'hostile'

/** One request, still with placeholders for ids from earlier answers. */
export interface FuzzedRequest {
  readonly kind: Kind
  readonly operation: Operation
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether it was changed at the HTTP level: the general statuses are then allowed too. */
  readonly isOddHttp: boolean
}

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_OTHERS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
)

const key = fc.oneof(
  { weight: 10, arbitrary: fc.constant(DEMO_KEY) },
  { weight: 4, arbitrary: fc.constant(PLAIN_KEY) },
  { weight: 1, arbitrary: fc.constant(PUBLISHABLE_KEY) },
  { weight: 1, arbitrary: fc.constantFrom('sk_homolog_nobody', 'x', `sk_homolog_${'z'.repeat(300)}`) },
  { weight: 1, arbitrary: fc.constant(undefined) },
)
const goodKey = fc.constantFrom(DEMO_KEY, DEMO_KEY, DEMO_KEY, PLAIN_KEY)
const place = fc.constantFrom('body', 'body', 'body', 'header', 'query')

/** Few, so that keys repeat. */
const idempotencyKey = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.nat({ max: 50_000 }).map(number => `request-${number}`) },
  { weight: 1, arbitrary: fc.nat({ max: 5 }).map(number => `again-${number}`) },
)
const oddIdempotencyKey = fc.constantFrom('', ' ', 'x'.repeat(256), 'tab\there', 'a, b', '\u00e9')

type Parts = Readonly<Record<string, string>>

/** Where hardly any known id would do: the name of those made for this path. */
const OWN_IDS: Readonly<Record<string, Parts>> = {
  '/sandbox/desk/{transactionId}': { transactionId: DESK_TRANSACTION_ID },
}

function createTarget(operation: Operation, segment: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = fc.record(
    Object.fromEntries(names.map(name => [name, orKnown(OWN_IDS[operation.path]?.[name] ?? name, segment)])),
  )
  const query = fc.record(
    Object.fromEntries(operation.query.map(({ name, schema = {} }) => [name, createValid(schema, name)])),
    { requiredKeys: operation.query.filter(({ required }) => required).map(({ name }) => name) },
  )
  return fc.tuple(params, query).map(([chosen, asked]) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (chosen as Parts)[name] ?? '')
    const pairs = Object.entries(asked).map(([name, value]) => `${name}=${encode(String(value))}`)
    return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
  })
}

const encode = (text: string): string =>
  text.startsWith('@@') ? text : encodeURIComponent(text.toWellFormed())

const orKnown = (name: string, segment: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: knownId(name).map(String) },
    { weight: 1, arbitrary: fc.constant('0123456789abcdef01234567') },
    { weight: 1, arbitrary: segment },
  )

const plainSegment = fc.constantFrom('0123456789abcdef01234568', 'abc')
const oddSegment = fc.oneof(
  fc.constantFrom(...HOSTILE_SEGMENTS),
  fc
    .constantFrom(...HOSTILE_TEXTS.filter(text => text.length < 400))
    .map(text => encodeURIComponent(text.toWellFormed())),
)

/** Members that pages send. */
const PAGE_MEMBERS = [
  'code',
  'email',
  'password',
  'reason',
  'result',
  'accepted',
  'kind',
  'image',
  'contractHash',
  'action',
]

function createBody({ body, examples, isPublished }: Operation): fc.Arbitrary<unknown> {
  if (!isPublished) return fc.dictionary(fc.constantFrom(...PAGE_MEMBERS), hostileValue, { maxKeys: 4 })
  if (body === undefined) return fc.constant({})
  const made = createValid(body)
  // The examples of a whole body contain only what matters; the other members are generated.
  return examples.length === 0
    ? made
    : fc.oneof(
        { weight: 3, arbitrary: made },
        {
          weight: 1,
          arbitrary: fc
            .tuple(made, fc.constantFrom(...examples))
            .map(([value, example]) => ({ ...(value as object), ...withoutOwnValues(example) })),
        },
      )
}

interface Mutation {
  readonly at: number
  readonly how: 'remove' | 'replace' | 'add' | 'wrap'
  readonly member: string
  readonly value: unknown
}

const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat({ max: 999 }),
    how: fc.constantFrom('remove', 'replace', 'replace', 'replace', 'add', 'wrap'),
    member: fc.constantFrom(...FOREIGN_MEMBERS),
    value: hostileValue,
  }),
  { minLength: 1, maxLength: 2 },
)

/** Replaces one or two members at any depth. */
function mutate(value: unknown, changes: readonly Mutation[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const { at, how, member, value: drawn } of changes) {
    const other: unknown = structuredClone(drawn)
    const places = listPlaces(copy)
    const place = places[at % Math.max(1, places.length)]
    if (place === undefined || how === 'add') {
      if (typeof copy === 'object' && copy !== null) Object.assign(copy, { [member]: other })
      continue
    }
    const [parent, name] = place
    if (how === 'remove') delete parent[name]
    else parent[name] = how === 'wrap' ? [parent[name]] : other
  }
  return copy
}

type Members = Record<string, unknown>

function listPlaces(value: unknown): [Members, string][] {
  if (typeof value !== 'object' || value === null) return []
  const members = value as Members
  return Object.keys(members).flatMap(name => [
    [members, name] as [Members, string],
    ...listPlaces(members[name]),
  ])
}

interface Draft {
  readonly kind: Kind
  readonly operation: Operation
  readonly target: string
  readonly body: unknown
  readonly key: string | undefined
  readonly place: string
  readonly idempotencyKey: string | undefined
}

/** Puts the api key into the generated place. */
function compose(draft: Draft): FuzzedRequest {
  const { kind, operation, body, place: drawn } = draft
  const isPost = operation.method === 'POST'
  const keyPlace = isPost ? drawn : 'header'
  const headers: Record<string, string> = {}
  let { target } = draft
  let content: unknown = body
  if (draft.key !== undefined && keyPlace === 'header') headers['x-service-apikey'] = draft.key
  if (draft.key !== undefined && keyPlace === 'query')
    target += `${target.includes('?') ? '&' : '?'}apiKey=${encodeURIComponent(draft.key)}`
  if (draft.key !== undefined && keyPlace === 'body' && isRecord(body))
    content = { ...body, apiKey: draft.key }
  if (draft.idempotencyKey !== undefined && isPost) headers['idempotency-key'] = draft.idempotencyKey
  const hasBody = !['GET', 'DELETE'].includes(operation.method)
  if (hasBody) headers['content-type'] = 'application/json'
  return {
    kind,
    operation,
    method: operation.method,
    target,
    headers,
    body: hasBody ? JSON.stringify(content) : undefined,
    isOddHttp: false,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Oddity = (request: FuzzedRequest) => FuzzedRequest

/** Changes of a request at the HTTP level. */
const oddities: fc.Arbitrary<Oddity> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_BODIES).map(body => replaceBody(body)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).map(body => replaceBody(body)) },
  { weight: 2, arbitrary: fc.nat({ max: 400 }).map(length => cutBody(length)) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TYPES).map(type => addHeader('content-type', type)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('gzip', 'br', 'x').map(value => addHeader('content-encoding', value)),
  },
  { weight: 2, arbitrary: oddIdempotencyKey.map(value => addHeader('idempotency-key', value)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'TRACE', 'PROPFIND')
      .map(method => (request: FuzzedRequest) => ({ ...request, method })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '/',
        '//',
        '/%2e%2e',
        '.',
        '?apiKey=x&apiKey=y',
        `/${'a'.repeat(9_000)}`,
        '?=&&=',
        '?__proto__=1',
      )
      .map(tail => (request: FuzzedRequest) => ({ ...request, target: request.target + tail })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(PLAIN_KEY, 'other', '').map(value => addHeader('x-service-apikey', value)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ['accept', 'text/html'],
        ['range', 'bytes=0-1'],
        ['x-forwarded-for', '1.2.3.4, ::1'],
        ['origin', 'null'],
      )
      .map(([name = '', value = '']) => addHeader(name, value)),
  },
)

const replaceBody =
  (body: string): Oddity =>
  request => ({ ...request, body })
const cutBody =
  (length: number): Oddity =>
  request => ({ ...request, body: request.body?.slice(0, length) })
const addHeader =
  (name: string, value: string): Oddity =>
  request => ({ ...request, headers: { ...request.headers, [name]: value } })

/** Any request to any of the operations. */
export function createRequests(operations: readonly Operation[]): fc.Arbitrary<FuzzedRequest> {
  const forms = operations.map(operation => ({
    operation,
    body: createBody(operation),
    target: createTarget(operation, plainSegment),
    oddTarget: createTarget(operation, oddSegment),
  }))
  const valid = fc.oneof(
    ...forms.map(({ operation, body, target }) =>
      fc
        .record({ body, target, key: goodKey, place, idempotencyKey })
        .map(parts => compose({ ...parts, kind: 'valid', operation })),
    ),
  )
  const nearlyValid = fc.oneof(
    ...forms.map(({ operation, body, oddTarget: target }) =>
      fc
        .record({ body, target, key, place, idempotencyKey, changes: mutations })
        .map(({ changes, ...parts }) =>
          compose({ ...parts, body: mutate(parts.body, changes), kind: 'nearly valid', operation }),
        ),
    ),
  )
  const hostile = fc
    .tuple(fc.oneof(valid, nearlyValid), oddities)
    .map(([request, change]): FuzzedRequest => ({ ...change(request), kind: 'hostile', isOddHttp: true }))
  return fc.oneof(
    { weight: 40, arbitrary: valid },
    { weight: 40, arbitrary: nearlyValid },
    { weight: 20, arbitrary: hostile },
  )
}
