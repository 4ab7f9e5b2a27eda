import { relative } from 'node:path'
import { type CallExpression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isFunctionExpression,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVoidExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'

export interface FloatingPromise {
  readonly place: string
  readonly text: string
}

const DATABASE_TYPES: ReadonlySet<string> = new Set(['Queryable', 'Transaction', 'Database'])

/** The argument position of the rejection handler in the methods of a promise; `finally` takes none. */
const HANDLER_POSITIONS: ReadonlyMap<string, number> = new Map([
  ['catch', 0],
  ['then', 1],
  ['finally', -1],
])

/**
 * Floating promises (not awaited) in the files of a project under the given folder. If one rejects, the process ends.
 *
 * `void` marks one as intended, and so does a rejection handler, unless it is an empty function. Neither is accepted for
 * database calls: use `Transaction.send` to write without waiting.
 */
export function findFloatingPromises(configFile: string, folder: string): FloatingPromise[] {
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [configFile] }).getProjects()
    if (project === undefined) throw new Error(`${configFile} is not a project`)
    const names = project.program.getSourceFileNames().filter(name => name.startsWith(`${folder}/`))
    if (names.length === 0) throw new Error(`${configFile} has no file in ${folder}`)
    const checks = checkTypes(project.checker)
    return names.flatMap(name => {
      const file = project.program.getSourceFile(name)
      if (file === undefined) throw new Error(`${name} cannot be read`)
      return findInFile(project, checks, file).map(node => describe(folder, file, node))
    })
  } finally {
    api.close()
  }
}

function describe(folder: string, file: SourceFile, node: Node): FloatingPromise {
  const line = file.text.slice(0, node.getStart(file)).split('\n').length
  const [text = ''] = node.getText(file).split('\n')
  return { place: `${relative(folder, file.fileName)}:${line}`, text }
}

function findInFile({ checker }: Project, checks: TypeChecks, file: SourceFile): Node[] {
  const candidates: Candidate[] = []
  const visit = (node: Node): void => {
    if (isExpressionStatement(node) && drops(node.expression))
      candidates.push({ node: node.expression, isExcused: false })
    else if (isVoidExpression(node)) candidates.push({ node: node.expression, isExcused: true })
    node.forEachChild(visit)
  }
  visit(file)
  if (candidates.length === 0) return []
  const types = checker.getTypeAtLocation(candidates.map(({ node }) => node))
  return candidates.flatMap(({ node, isExcused }, index) => {
    const type = types[index]
    if (type === undefined || !checks.isPromise(type)) return []
    const { call, isHandled } = unwrapHandlers(node)
    const asksDatabase = isCallExpression(call) && listParties(call).some(checks.isDatabase)
    return asksDatabase || !(isExcused || isHandled) ? [node] : []
  })
}

interface Candidate {
  readonly node: Node
  readonly isExcused: boolean
}

/** An assignment keeps its value; the test runner awaits every `test` by itself. */
function drops(node: Node): boolean {
  if (isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    return kind < SyntaxKind.FirstAssignment || kind > SyntaxKind.LastAssignment
  }
  return !(isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === 'test')
}

/** `call.catch(handler)` → the call, and whether its rejection is handled. */
function unwrapHandlers(node: Node): { readonly call: Node; readonly isHandled: boolean } {
  if (isParenthesizedExpression(node)) return unwrapHandlers(node.expression)
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression))
    return { call: node, isHandled: false }
  const { name, expression } = node.expression
  const handlerAt = HANDLER_POSITIONS.get(name.text)
  if (handlerAt === undefined) return { call: node, isHandled: false }
  const inner = unwrapHandlers(expression)
  const handler = node.arguments[handlerAt]
  return {
    call: inner.call,
    isHandled: inner.isHandled || (handler !== undefined && !isEmptyFunction(handler)),
  }
}

function isEmptyFunction(node: Node): boolean {
  return (
    (isArrowFunction(node) || isFunctionExpression(node)) &&
    isBlock(node.body) &&
    node.body.statements.length === 0
  )
}

/** The nodes involved in a call: the object it is made on, and its arguments. */
function listParties(call: CallExpression): Node[] {
  const { expression } = call
  const on = isPropertyAccessExpression(expression) ? [expression.expression] : []
  return [...on, ...call.arguments]
}

interface TypeChecks {
  isPromise(type: Type): boolean
  isDatabase(node: Node): boolean
}

function checkTypes(checker: Checker): TypeChecks {
  const known = new Map<Type, boolean>()
  const look = (type: Type): boolean => {
    if (type.isUnionType()) return type.getTypes().some(isPromise)
    if (checker.isArrayLikeType(type)) return /Promise</.test(checker.typeToString(type))
    // A value without `catch`, such as a reply of the server, is awaited by the code that made it.
    return ['then', 'catch'].every(name => checker.getPropertyOfType(type, name) !== undefined)
  }
  const isPromise = (type: Type): boolean => {
    const found = known.get(type) ?? look(type)
    known.set(type, found)
    return found
  }
  return {
    isPromise,
    isDatabase: node => DATABASE_TYPES.has(checker.getTypeAtLocation(node)?.getSymbol()?.name ?? ''),
  }
}
