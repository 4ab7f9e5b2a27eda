import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export const CHART = join(import.meta.dirname, '..', '..', 'ops', 'helm', 'crediario')

export type Tree = { readonly [name: string]: unknown }

const readYaml = (name: string): Tree => parse(readFileSync(join(CHART, name), 'utf8')) as Tree

/**
 * Renders the chart as `helm template` does, for the few actions that it uses: a value, `default`, `quote`, `toJson`
 * and `if`. Any other action throws, so that the chart stays within what is checked here.
 */
export function renderChart(changes: Tree = {}): Tree[] {
  const { appVersion } = readYaml('Chart.yaml')
  const context = {
    Values: merge(readYaml('values.yaml'), changes),
    Release: { Name: 'shop', Namespace: 'credit' },
    Chart: { AppVersion: appVersion },
  }
  return readdirSync(join(CHART, 'templates'))
    .filter(name => name.endsWith('.yaml'))
    .flatMap(name => {
      const text = readFileSync(join(CHART, 'templates', name), 'utf8')
      return parseAllDocuments(renderValues(renderIfs(text, context), context))
        .filter(document => document.contents !== null)
        .map(document => {
          if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}`)
          return document.toJS() as Tree
        })
    })
}

function merge(base: Tree, changes: Tree): Tree {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(changes))
    merged[name] = isTree(value) && isTree(base[name]) ? merge(base[name], value) : value
  return merged
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Not nested; `{{-` takes the line break before it away. */
function renderIfs(text: string, context: Tree): string {
  const block = /\n?\{\{- if (\.[\w.]+) \}\}([\s\S]*?)\n\{\{- end \}\}/g
  return text.replaceAll(block, (_, path: string, inner: string) => {
    const value = find(context, path)
    return value === '' || value === false || value === undefined ? '' : inner
  })
}

function renderValues(text: string, context: Tree): string {
  return text.replaceAll(/\{\{ (.+?) \}\}/g, (_, action: string) => {
    const [path = '', ...pipes] = action.split(' | ')
    const value = pipes.reduce((each, pipe) => applyPipe(pipe, each, context), find(context, path))
    if (value === undefined) throw new Error(`{{ ${action} }} has no value`)
    return String(value)
  })
}

function applyPipe(pipe: string, value: unknown, context: Tree): unknown {
  if (pipe === 'toJson' || pipe === 'quote') return JSON.stringify(value)
  const [name, path = ''] = pipe.split(' ')
  if (name === 'default') return value === '' || value === undefined ? find(context, path) : value
  throw new Error(`the check of the chart does not know ${pipe}`)
}

function find(context: Tree, path: string): unknown {
  if (!/^(?:\.\w+)+$/.test(path)) throw new Error(`the check of the chart does not know ${path}`)
  return path
    .slice(1)
    .split('.')
    .reduce<unknown>((tree, name) => (isTree(tree) ? tree[name] : undefined), context)
}
