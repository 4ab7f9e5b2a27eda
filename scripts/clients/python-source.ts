import {
  listOperations,
  type OpenApi,
  type Operation,
  type Schema,
} from '../../src/http/reference/list-operations.ts'
import { wrapComment } from './php-source.ts'
import { TypeNames } from './type-names.ts'

/** The calls and types of the Python client. */
export function presentPythonClient(document: OpenApi): string {
  const types = new TypeNames()
  const methods = listOperations(document).map(operation => composeMethod(types, operation))
  return `# Generated from docs/api/openapi.json by \`npm run generate\`: edit the source, not this file.
from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict, Union
from urllib.parse import quote

#: The version of the interface that these calls were generated from.
API_VERSION = "${document.info.version}"

${types
  .list()
  .map(([name, body]) => presentType(name, body))
  .join('\n')}

class Operations:
    """One method for each operation of the interface."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        is_repeatable: bool = False,
        is_binary: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Any:
        raise NotImplementedError

${methods.join('\n')}`
}

function composeMethod(types: TypeNames, operation: Operation): string {
  const { name, method, path, pathParameters, input, answer } = operation
  const isPost = method === 'POST'
  const answerType =
    answer.kind === 'bytes' ? 'bytes' : answer.kind === 'void' ? 'None' : composeType(types, answer.schema)
  const inputType = input && composeType(types, input.schema)
  const parameters = [
    'self',
    ...pathParameters.map(each => `${toSnakeCase(each)}: str`),
    ...(input === undefined
      ? []
      : [`${input.kind}: ${input.isOptional ? `Optional[${inputType}] = None` : inputType}`]),
    '*',
    ...(isPost ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
    'retries: Optional[int] = None',
  ]
  const target = path.replaceAll(/\{(\w+)\}/g, (_, each: string) => `{quote(${toSnakeCase(each)}, safe='')}`)
  const body = input?.kind === 'body' ? (input.isOptional ? 'body or {}' : 'body') : '{}'
  const args = [
    `"${method}"`,
    `${pathParameters.length === 0 ? '' : 'f'}"${target}"`,
    ...(isPost ? [`body=${body}`] : []),
    ...(input?.kind === 'query' ? ['query=query'] : []),
    ...(operation.isRepeatable ? ['is_repeatable=True'] : []),
    ...(answer.kind === 'bytes' ? ['is_binary=True'] : []),
    ...(isPost ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
    'retries=retries',
  ]
  const words = [operation.summary, operation.description].filter(Boolean).join('. ').replaceAll('\\', '\\\\')
  const [first = '', ...more] = wrapComment(words)
  const closing =
    more.length === 0 ? '"""' : `\n${more.map(line => `        ${line}`).join('\n')}\n        """`
  return `    def ${toSnakeCase(name)}(
${parameters.map(each => `        ${each},`).join('\n')}
    ) -> ${answerType}:
        """${first}${closing}
        return self._call(
${args.map(each => `            ${each},`).join('\n')}
        )
`
}

export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Required and optional members come from two bases: the form that all living versions of Python understand. */
function presentType(name: string, body: string): string {
  const { required, optional } = JSON.parse(body) as Record<'required' | 'optional', readonly string[]>
  const present = (base: string, members: readonly string[], total: string): string =>
    `${base} = TypedDict("${base}", {\n${members.map(line => `    ${line}`).join('\n')}\n}${total})\n`
  if (optional.length === 0) return present(name, required, '')
  if (required.length === 0) return present(name, optional, ', total=False')
  return `${present(`_${name}Required`, required, '')}${present(`_${name}Optional`, optional, ', total=False')}

class ${name}(_${name}Required, _${name}Optional):
    pass

`
}

function composeType(types: TypeNames, schema: Schema): string {
  if (schema.anyOf !== undefined)
    return `Union[${schema.anyOf.map(each => composeType(types, each)).join(', ')}]`
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(presentLiteral).join(', ')}]`
  if (schema.const !== undefined) return `Literal[${presentLiteral(schema.const)}]`
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'null':
      return 'None'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'array':
      return `List[${composeType(types, schema.items ?? {})}]`
    case 'object':
      return composeObject(types, schema)
    default:
      return 'Any'
  }
}

const presentLiteral = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

/** An object without a title is a dictionary: a type needs a name. */
function composeObject(types: TypeNames, schema: Schema): string {
  const { properties = {}, required = [], title, additionalProperties: other } = schema
  const members = Object.entries(properties)
  if (title === undefined || members.length === 0)
    return `Dict[str, ${members.length === 0 && typeof other === 'object' ? composeType(types, other) : 'Any'}]`
  const lines = members.map(([name, each]) => {
    const notes = each.description === undefined ? [] : wrapComment(each.description).map(line => `# ${line}`)
    const text = [...notes, `${JSON.stringify(name)}: ${quoteNames(composeType(types, each))},`]
    return { isRequired: required.includes(name), text: text.join('\n    ') }
  })
  const choose = (isRequired: boolean) =>
    lines.filter(each => each.isRequired === isRequired).map(({ text }) => text)
  return types.add(title, JSON.stringify({ required: choose(true), optional: choose(false) }))
}

/** A type may be named before it is declared. */
const quoteNames = (type: string): string =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*\b/g, word =>
    word.startsWith('"') || BUILT_IN.has(word) ? word : `"${word}"`,
  )
const BUILT_IN: ReadonlySet<string> = new Set([
  'Any',
  'Dict',
  'List',
  'Literal',
  'None',
  'Optional',
  'True',
  'False',
  'Union',
])
