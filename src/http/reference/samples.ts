import type { Operation } from './list-operations.ts'

/** What a call in an example sends. */
export interface ExampleRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

interface Sample {
  readonly language: string
  readonly code: string
}

/** The same call in five languages. */
export function composeSamples(operation: Operation, request: ExampleRequest): Sample[] {
  return [
    { language: 'curl', code: composeCurl(operation, request) },
    { language: 'TypeScript', code: composeTypeScript(operation, request) },
    { language: 'PHP', code: composePhp(operation, request) },
    { language: 'Python', code: composePython(operation, request) },
    { language: 'Java', code: composeJava(operation, request) },
  ]
}

function composeTarget({ path }: Operation, request: ExampleRequest): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path[name] ?? name),
  )
  const query = new URLSearchParams(request.query).toString()
  return query === '' ? target : `${target}?${query}`
}

const presentJson = (body: unknown): string => JSON.stringify(body, null, 2)

function composeCurl(operation: Operation, request: ExampleRequest): string {
  const { body } = request
  const verb = operation.method === 'GET' || body !== undefined ? '' : ` -X ${operation.method}`
  const lines = [
    `curl -s${verb} "$BASE${composeTarget(operation, request)}"`,
    `-H "x-service-apikey: $KEY"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${presentJson(body).replaceAll("'", `'\\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

const listArguments = (operation: Operation, request: ExampleRequest): unknown[] => {
  const input = operation.input?.kind === 'query' ? request.query : request.body
  const isGiven = operation.input !== undefined && input !== undefined && Object.keys(input).length > 0
  return [...operation.pathParameters.map(name => request.path[name] ?? name), ...(isGiven ? [input] : [])]
}

function composeTypeScript(operation: Operation, request: ExampleRequest): string {
  const given = listArguments(operation, request).map(value => presentTypeScript(value))
  return `const answer = await credit.${operation.name}(${given.join(', ')})`
}

function presentTypeScript(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return presentNested(value, indent, presentTypeScript, {
    list: ['[', ']'],
    object: ['{', '}'],
    key: name => (/^[A-Za-z_]\w*$/.test(name) ? `${name}: ` : `'${name}': `),
  })
}

function composePhp(operation: Operation, request: ExampleRequest): string {
  const given = listArguments(operation, request).map(value => presentPhp(value))
  return `$answer = $credit->${operation.name}(${given.join(', ')});`
}

function presentPhp(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return presentNested(value, indent, presentPhp, {
    list: ['[', ']'],
    object: ['[', ']'],
    key: name => `'${name}' => `,
  })
}

function composePython(operation: Operation, request: ExampleRequest): string {
  const given = listArguments(operation, request).map(value => presentPython(value))
  const name = operation.name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  return `answer = credit.${name}(${given.join(', ')})`
}

function presentPython(value: unknown, indent = ''): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  return presentNested(value, indent, presentPython, {
    list: ['[', ']'],
    object: ['{', '}'],
    key: name => `${JSON.stringify(name)}: `,
  })
}

interface Marks {
  readonly list: readonly [string, string]
  readonly object: readonly [string, string]
  readonly key: (name: string) => string
}

type Present = (value: unknown, indent?: string) => string

function presentNested(
  value: unknown,
  indent: string,
  present: Present,
  { list, object, key }: Marks,
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? list : object
  const deeper = `${indent}  `
  const members = Array.isArray(value)
    ? value.map(each => present(each, deeper))
    : Object.entries(value).map(([name, each]) => key(name) + present(each, deeper))
  if (members.length === 0) return open + close
  return `${open}\n${members.map(member => `${deeper}${member},`).join('\n')}\n${indent}${close}`
}

function composeJava(operation: Operation, request: ExampleRequest): string {
  const { method, isRepeatable } = operation
  const body =
    request.body === undefined
      ? method === 'POST'
        ? '.POST(HttpRequest.BodyPublishers.noBody())'
        : `.${method}()`
      : `.POST(HttpRequest.BodyPublishers.ofString("""\n${presentJson(request.body).replaceAll('\\', '\\\\').replaceAll(/^/gm, '        ')}\n        """))`
  const lines = [
    `var request = HttpRequest.newBuilder(URI.create(base + "${composeTarget(operation, request)}"))`,
    '.timeout(Duration.ofSeconds(30))',
    '.header("x-service-apikey", key)',
    ...(request.body === undefined ? [] : ['.header("Content-Type", "application/json")']),
    ...(isRepeatable ? [] : ['.header("Idempotency-Key", UUID.randomUUID().toString())']),
    body,
    '.build();',
  ]
  const handler = operation.answer.kind === 'bytes' ? 'ofByteArray' : 'ofString'
  return `${lines.join('\n    ')}\nvar answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.${handler}());`
}
