import {
  listOperations,
  type OpenApi,
  type Operation,
  type Schema,
} from '../../src/http/reference/list-operations.ts'
import { TypeNames } from './type-names.ts'

/** The calls of the PHP client, with the shapes of bodies and answers as analysers such as PHPStan read them. */
export function presentPhpClient(document: OpenApi): string {
  const types = new TypeNames()
  const methods = listOperations(document).map(operation => composeMethod(types, operation))
  const shapes = types.list().map(([name, body]) => ` * @phpstan-type ${name} ${body}`)
  return `<?php

// Generated from docs/api/openapi.json by \`npm run generate\`: edit the source, not this file.

declare(strict_types=1);

namespace Crediario;

/**
 * One method for each operation of the interface.
 *
 * @phpstan-type CallOptions array{idempotencyKey?: string, timeoutSeconds?: float, retries?: int}
${shapes.join('\n')}
 */
abstract class Operations
{
    /** The version of the interface that these calls were generated from. */
    public const API_VERSION = '${document.info.version}';

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param CallOptions $options
     * @return array<string, mixed>
     */
    abstract protected function call(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): array;

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param CallOptions $options
     */
    abstract protected function download(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): string;

${methods.join('\n')}}
`
}

function composeMethod(types: TypeNames, operation: Operation): string {
  const { name, method, path, pathParameters, input, answer, isRepeatable } = operation
  const isBytes = answer.kind === 'bytes'
  const answerType = answer.kind === 'json' ? composeType(types, answer.schema) : 'array{}'
  const parameters = [
    ...pathParameters.map(each => `string $${each}`),
    ...(input === undefined ? [] : [`array $${input.kind}${input.isOptional ? ' = []' : ''}`]),
    'array $options = []',
  ]
  const target = path.replaceAll(/\{(\w+)\}/g, (_, each: string) => `' . rawurlencode($${each}) . '`)
  const body = input?.kind === 'body' ? '$body' : method === 'POST' ? '[]' : 'null'
  const args = [
    `'${method}'`,
    `'${target}'`.replace(/ \. ''$/, ''),
    body,
    input?.kind === 'query' ? '$query' : '[]',
    String(isRepeatable),
    '$options',
  ]
  const notes = [
    ...wrapComment([operation.summary, operation.description].filter(Boolean).join('. ')),
    '',
    ...(input === undefined ? [] : [`@param ${composeType(types, input.schema)} $${input.kind}`]),
    '@param CallOptions $options',
    ...(isBytes ? [] : [`@return ${answerType}`]),
  ]
  return `    /**
${notes.map(line => `     * ${line}`.trimEnd()).join('\n')}
     */
    public function ${name}(${parameters.join(', ')}): ${isBytes ? 'string' : 'array'}
    {
        return $this->${isBytes ? 'download' : 'call'}(${args.join(', ')});
    }
`
}

const LONGEST_LINE = 110

export function wrapComment(text: string): string[] {
  const lines = ['']
  for (const word of text.replaceAll('*/', '* /').split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length + 1 > LONGEST_LINE) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines
}

function composeType(types: TypeNames, schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(each => composeType(types, each)).join('|')
  if (schema.enum !== undefined) return schema.enum.map(presentLiteral).join('|')
  if (schema.const !== undefined) return presentLiteral(schema.const)
  switch (schema.type) {
    case 'string':
    case 'null':
      return schema.type
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'number':
      return 'int|float'
    case 'array':
      return `list<${composeType(types, schema.items ?? {})}>`
    case 'object':
      return composeShape(types, schema)
    default:
      return 'mixed'
  }
}

const presentLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

function composeShape(types: TypeNames, { properties = {}, required = [], title, ...rest }: Schema): string {
  const members = Object.entries(properties)
  if (members.length === 0) {
    const { additionalProperties: other } = rest
    return `array<string, ${typeof other === 'object' ? composeType(types, other) : 'mixed'}>`
  }
  const shape = members.map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${key}${required.includes(name) ? '' : '?'}: ${composeType(types, each)}`
  })
  const body = `array{${shape.join(', ')}}`
  return title === undefined ? body : types.add(title, body)
}
