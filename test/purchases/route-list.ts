/** A route as the server's router lists it. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** Parses the route tree that Fastify prints, without the HEAD routes beside GET. */
export function parseRoutes(printed: string): Route[] {
  const branch: string[] = []
  return printed.split('\n').flatMap(line => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
    if (part === '') return []
    branch.length = indent.length / 4
    branch.push(part)
    const path = branch.join('')
    const listed = methods.split(', ').filter(method => method !== '' && method !== 'HEAD')
    return listed.map(method => ({ method, path }))
  })
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>
  }
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** A route with bodies that its published schema accepts, and the names of the ids that it takes. */
export interface RequestForms extends Route {
  readonly ids: readonly string[]
  readonly bodies: readonly Readonly<Record<string, unknown>>[]
}

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')
/** Ids by name, but not of anything that a retailer owns here. */
const FREE_NAMES = new Set(['orderId', 'sessionId', 'trackId', 'categoryId'])

export function describeForms(route: Route, openApi: OpenApi): RequestForms {
  const documented = route.path.replaceAll(/:(\w+)/g, '{$1}')
  const operation = openApi.paths[documented]?.[route.method.toLowerCase()]
  const { schema = {}, example = {} } = operation?.requestBody?.content['application/json'] ?? {}
  const { properties = {}, required = [] } = schema
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const inQuery = (operation?.parameters ?? []).filter(each => each.in === 'query').map(({ name }) => name)
  const names = [...inPath, ...inQuery, ...Object.keys(properties)]
  return {
    ...route,
    ids: names.filter(name => isIdName(name) && !FREE_NAMES.has(name)),
    bodies: listBodies(properties, required, example),
  }
}

/** Bodies with the required members, plus one optional member at a time; the same based on the example. */
function listBodies(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  example: object,
) {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map(name => [name, composeSample(properties[name] ?? {})]))
  const least = pick(required)
  const optional = Object.keys(properties).filter(name => name !== 'apiKey' && !required.includes(name))
  const extended = optional.map(name => pick([name]))
  const usual = { ...least, ...example }
  return [
    least,
    usual,
    ...extended.flatMap(more => [
      { ...least, ...more },
      { ...usual, ...more },
    ]),
  ]
}

function composeSample(schema: Schema): unknown {
  const [example] = [...(schema.examples ?? []), ...(schema.enum ?? [])]
  if (example !== undefined) return example
  switch (schema.type) {
    case 'array':
      return [composeSample(schema.items ?? {})]
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map(name => [name, composeSample(schema.properties?.[name] ?? {})]),
      )
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return 1
    default:
      return 'x'
  }
}
