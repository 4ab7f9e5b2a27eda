import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/*
 * Texts that are not mutated, by rule: sentences for people (arguments of an error or a log line, descriptions in a
 * schema), and names and texts of SQL statements, where an emptied text only proves that the statement is sent.
 */

interface SyntaxNode {
  readonly type: string
  readonly [member: string]: unknown
}

export interface SyntaxPath {
  readonly node: SyntaxNode
  readonly parentPath: SyntaxPath | null
}

const SQL_START = /^\s*(?:(?:WITH|SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|ORDER BY)\b|[a-z]+\.[a-z_]+[, ])/

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    shouldIgnore: path => findReason(path as SyntaxPath),
  }),
]

export function findReason(path: SyntaxPath): string | undefined {
  const { node, parentPath } = path
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined
  const parent = parentPath?.node
  if (parent === undefined) return undefined
  if (isMember(node, parent, /^description$/)) return 'sentence for people'
  if (isMember(node, parent, /^(?:name|text)$/)) return 'name or text of an SQL statement'
  if (SQL_START.test(readStart(node))) return 'text of an SQL statement'
  return isMessage(path) ? 'sentence for people' : undefined
}

/** `name` and `text` of a Statement, `description` of a schema. */
function isMember(node: SyntaxNode, parent: SyntaxNode, names: RegExp): boolean {
  return parent.type === 'ObjectProperty' && parent.value === node && names.test(nameOf(parent.key))
}

/** Inside the arguments of `new …Error(…)` or `log.…(…)`, but not a code that programs compare. */
function isMessage({ node, parentPath }: SyntaxPath): boolean {
  if (!/ /.test(readStart(node))) return false
  for (let above = parentPath; above !== null; above = above.parentPath) {
    const { type, callee } = above.node
    if (type === 'NewExpression') return /Error$|^(?:Broken|Refused)$/.test(nameOf(callee))
    if (type === 'CallExpression') return /^(?:error|warn|info|fail|log|refusal)$/.test(nameOf(callee))
    if (/Function|Statement|Declaration/.test(type)) return false
  }
  return false
}

function nameOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  if ('property' in node) return nameOf(node.property)
  return 'name' in node && typeof node.name === 'string' ? node.name : ''
}

function readStart(node: SyntaxNode): string {
  if (typeof node.value === 'string') return node.value
  const quasis = node.quasis as readonly { readonly value: { readonly raw: string } }[]
  return quasis.map(({ value }) => value.raw).join('…')
}
