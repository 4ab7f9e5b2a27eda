import type { Route } from '../../purchases/route-list.ts'

/** The parts of JSON Schema that the published reference uses. */
export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly example?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema?: JsonSchema
  readonly example?: unknown
}

interface Content {
  readonly schema?: JsonSchema
  readonly example?: unknown
}

interface PublishedOperation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>
}

/** One endpoint, with everything that the reference says about it. */
export interface Operation {
  readonly method: string
  /** With the names of its parameters in braces. */
  readonly path: string
  readonly query: readonly Parameter[]
  readonly body: JsonSchema | undefined
  readonly examples: readonly unknown[]
  /** False for pages and the routes that they call: the reference does not describe them. */
  readonly isPublished: boolean
  /** By status, the schema for each content type. */
  readonly answers: ReadonlyMap<number, Readonly<Record<string, Content>>>
}

export function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        isPublished: true,
        query: (operation.parameters ?? []).filter(each => each.in === 'query'),
        body: content?.schema,
        examples: [content?.example, ...(content?.schema?.examples ?? [])].filter(each => each !== undefined),
        answers: new Map(
          Object.entries(operation.responses ?? {}).map(([status, answer]) => [
            Number(status),
            answer.content ?? {},
          ]),
        ),
      }
    }),
  )
}

/** Routes that the reference does not describe. */
export function listUnpublished(routes: readonly Route[], published: readonly Operation[]): Operation[] {
  const known = new Set(published.map(({ method, path }) => `${method} ${path}`))
  return routes
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{rest}') }))
    .filter(({ method, path }) => !known.has(`${method} ${path}`))
    .map(route => ({
      ...route,
      isPublished: false,
      query: [],
      body: undefined,
      examples: [],
      answers: new Map(),
    }))
}
