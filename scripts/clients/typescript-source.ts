import { listOperations, type OpenApi, type Operation } from '../../src/http/reference/list-operations.ts'
import { TypeNames } from './type-names.ts'
import { composeType } from './typescript-types.ts'

/** The calls and types of the TypeScript client. */
export function presentTypeScriptClient(document: OpenApi): string {
  const types = new TypeNames()
  const calls = listOperations(document).map(operation => composeCall(types, operation))
  const interfaces = types.list().map(([name, body]) => `export interface ${name} ${body}\n`)
  return `// Generated from docs/api/openapi.json by \`npm run generate\`: edit the source, not this file.
import type { Call, CallOptions } from './call.ts'

/** The version of the interface that these calls were generated from. */
export const API_VERSION = '${document.info.version}'

${interfaces.join('\n')}
/** One function for each operation of the interface. */
export function createOperations(call: Call) {
  return {
${calls.join('\n')}
  }
}

export type Operations = ReturnType<typeof createOperations>
`
}

function composeCall(types: TypeNames, operation: Operation): string {
  const { name, method, path, pathParameters, input, answer } = operation
  const answerType =
    answer.kind === 'void'
      ? 'void'
      : answer.kind === 'bytes'
        ? 'Uint8Array'
        : composeType(types, answer.schema)
  const parameters = [
    ...pathParameters.map(each => `${each}: string`),
    ...(input === undefined
      ? []
      : [`${input.kind}: ${composeType(types, input.schema)}${input.isOptional ? ' = {}' : ''}`]),
    `options: ${method === 'POST' ? 'CallOptions' : "Omit<CallOptions, 'idempotencyKey'>"} = {}`,
  ]
  const target = path.replaceAll(/\{(\w+)\}/g, (_, each: string) => `\${encodeURIComponent(${each})}`)
  const request = [
    `method: '${method}'`,
    `path: ${pathParameters.length === 0 ? `'${path}'` : `\`${target}\``}`,
    ...(input === undefined ? [] : [input.kind]),
    ...(answer.kind === 'bytes' ? ["answer: 'bytes'"] : []),
    ...(operation.isRepeatable ? ['isRepeatable: true'] : []),
    'options',
  ]
  return `    /** ${[operation.summary, operation.description].filter(Boolean).join('. ')} */
    ${name}(${parameters.join(', ')}): Promise<${answerType}> {
      return call<${answerType}>({ ${request.join(', ')} })
    },
`
}
