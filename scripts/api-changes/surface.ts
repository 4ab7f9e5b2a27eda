/*
 * What programs depend on, taken from an OpenAPI document: one line of facts for each parameter and field. Descriptions, examples and
 * titles are left out, because changing them breaks nobody.
 */
export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly [bound: string]: unknown
}

interface Content {
  readonly [mediaType: string]: { readonly schema?: JsonSchema }
}

interface OpenApiOperation {
  readonly deprecated?: boolean
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

/** One that refers to the parameters that all operations share has no name of its own. */
interface OpenApiParameter {
  readonly in?: string
  readonly name?: string
  readonly required?: boolean
  readonly schema?: JsonSchema
}

export interface OpenApiDocument {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly webhooks?: Readonly<Record<string, { readonly post?: OpenApiOperation }>>
}

/** What is known of a parameter or field. */
export interface Field {
  readonly type: string
  readonly isRequired?: true
  /** The values that it can have, where they are listed. */
  readonly values?: readonly string[]
  /** Limits on a value, such as `maxLength`. */
  readonly limits?: Readonly<Record<string, number | string>>
}

/** By path: `products[].id`. The empty path is the whole body. */
export type Fields = Readonly<Record<string, Field>>

export interface OperationSurface {
  readonly isDeprecated?: true
  /** By place and name: `query total`. */
  readonly parameters: Fields
  readonly request: Fields
  readonly answer: Fields
  readonly refusals: readonly string[]
}

export interface Surface {
  readonly version: string
  /** By method and path: `POST /options`. */
  readonly operations: Readonly<Record<string, OperationSurface>>
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, Fields>>
  readonly error: Fields
}

const LIMITS = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

export function describeSurface(document: OpenApiDocument): Surface {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, describeOperation(operation)] as const,
    ),
  )
  const webhooks = Object.entries(document.webhooks ?? {}).map(
    ([type, { post }]) => [type, describeContent(post?.requestBody?.content)] as const,
  )
  return {
    version: document.info.version,
    operations: sortByName(operations),
    webhooks: sortByName(webhooks),
    error: describeErrors(document),
  }
}

function describeOperation({
  deprecated,
  parameters = [],
  requestBody,
  responses = {},
}: OpenApiOperation): OperationSurface {
  const named = parameters.flatMap(({ in: place, name, required, schema = {} }) =>
    name === undefined ? [] : [[`${place} ${name}`, describeField(schema, required === true)] as const],
  )
  return {
    ...(deprecated === true && { isDeprecated: true }),
    parameters: sortByName(named),
    request: describeContent(requestBody?.content),
    answer: describeContent(responses['200']?.content),
    refusals: Object.keys(responses).filter(status => status !== '200'),
  }
}

/** All refusals have one form. */
function describeErrors({ paths }: OpenApiDocument): Fields {
  for (const methods of Object.values(paths))
    for (const { responses = {} } of Object.values(methods)) {
      const refusal = Object.entries(responses).find(([status]) => Number(status) >= 400)
      if (refusal !== undefined) return describeContent(refusal[1].content)
    }
  return {}
}

function describeContent(content: Content | undefined): Fields {
  const [first] = Object.entries(content ?? {})
  if (first === undefined) return {}
  const [mediaType, { schema = {} }] = first
  if (mediaType !== 'application/json') return { '': { type: mediaType } }
  return Object.fromEntries(listFields('', schema, true))
}

function* listFields(path: string, schema: JsonSchema, isRequired: boolean): Generator<[string, Field]> {
  yield [path, describeField(schema, isRequired)]
  for (const each of [schema, ...(schema.anyOf ?? [])]) {
    const { properties = {}, required = [], items, additionalProperties } = each
    for (const [name, property] of Object.entries(properties))
      yield* listFields(path === '' ? name : `${path}.${name}`, property, required.includes(name))
    if (items !== undefined) yield* listFields(`${path}[]`, items, true)
    if (typeof additionalProperties === 'object') yield* listFields(`${path}.*`, additionalProperties, true)
  }
}

function describeField(schema: JsonSchema, isRequired: boolean): Field {
  const values = listValues(schema)
  const limits = LIMITS.flatMap(name => {
    const limit = schema[name]
    return typeof limit === 'number' || typeof limit === 'string' ? [[name, limit] as const] : []
  })
  return {
    type: nameType(schema),
    ...(isRequired && { isRequired }),
    ...(values !== undefined && { values }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
  }
}

function nameType(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(nameType))].toSorted().join(' or ')
  if (schema.const !== undefined) return typeof schema.const
  if (schema.enum !== undefined) return [...new Set(schema.enum.map(value => typeof value))].join(' or ')
  return schema.type ?? 'anything'
}

function listValues(schema: JsonSchema): readonly string[] | undefined {
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum !== undefined) return schema.enum.map(String)
  const parts = schema.anyOf?.map(each => (each.type === 'null' ? ['null'] : listValues(each)))
  return parts === undefined || parts.includes(undefined) ? undefined : parts.flatMap(each => each ?? [])
}

const sortByName = <T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
