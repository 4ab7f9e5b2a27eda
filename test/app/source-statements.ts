import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Statement } from '../../src/platform/db/database.ts'
import { prepareRows, type RowStatement } from '../../src/platform/db/row-statement.ts'
import { listFiles, ROOT, readSource } from '../tidy/source-files.ts'

export interface SourceStatement extends Statement {
  readonly file: string
}

const CONSTANT = /^(?:export )?const (\w+)\b/gm
const KEPT = 'sourceConstants'

/**
 * Every named statement of the domains, the platform and the shop, as the program builds it. They are private constants:
 * a loader hook makes each module export all its constants while it is loaded here.
 */
export async function collectStatements(): Promise<SourceStatement[]> {
  const kept = new Map<string, Record<string, unknown>>()
  Object.assign(globalThis, { [KEPT]: kept })
  const files = listFiles(
    ['src/domains', 'src/platform', 'src/sandbox/store', 'connectors/core'],
    '.ts',
  ).filter(holdsStatements)
  const urls = new Set(files.map(file => pathToFileURL(join(ROOT, file)).href))
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const [plain = ''] = url.split('?')
      if (!urls.has(plain) || plain === url) return loaded
      const source = String(loaded.source)
      const names = [...source.matchAll(CONSTANT)].map(match => match[1] ?? '')
      return {
        ...loaded,
        source: `${source}\nglobalThis.${KEPT}.set(import.meta.url, { ${names.join(', ')} })\n`,
      }
    },
  })
  try {
    // A separate URL, because modules that were already loaded do not export their constants.
    for (const url of urls) await import(`${url}?constants`)
  } finally {
    hooks.deregister()
  }
  return [...kept].flatMap(([url, values]) => {
    const file = relative(ROOT, fileURLToPath(url.split('?')[0] ?? ''))
    return Object.values(values)
      .filter(isStatement)
      .map(statement => ({ ...prepare(statement), file }))
  })
}

const holdsStatements = (file: string): boolean =>
  !file.endsWith('.test.ts') && /\b(?:Row)?Statement\b/.test(readSource(file))

/** All statement names in the source text, collected or not: `name: …` right before `text:` or `columns:`. */
export function listWrittenNames(): { readonly file: string; readonly pattern: RegExp }[] {
  const written = /\bname: (['`])((?:(?!\1).)+)\1,\s*(?:text|columns)\b/g
  return listFiles(['src/domains', 'src/platform', 'src/sandbox/store', 'connectors/core'], '.ts')
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file =>
      [...readSource(file).matchAll(written)].map(([, , name = '']) => ({
        file,
        pattern: new RegExp(`^${name.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{[^}]+\}/g, '.+')}$`),
      })),
    )
}

/** Statements whose name is composed elsewhere or written after the text. */
export function listUnseen(): string[] {
  const unseen = /\{\s*(?:name(?:: [^'`,]+)?,\s*text\b|text: (?:(?!\n\}).)*?,\s*name\b)/
  return listFiles(['src/domains', 'src/platform', 'src/http', 'src/app'], '.ts').filter(
    file =>
      !/\.test\.ts$|^src\/platform\/db\/(?:database|row-statement|transaction-batch)\.ts$/.test(file) &&
      unseen.test(readSource(file)),
  )
}

function isStatement(value: unknown): value is Statement | RowStatement<never> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'text' in value &&
    typeof value.name === 'string' &&
    typeof value.text === 'string'
  )
}

/** A statement about rows stands behind as many shared parameters as its text names. */
function prepare(statement: Statement | RowStatement<never>): Statement {
  if (!('columns' in statement)) return statement
  const shared = Math.max(0, ...[...statement.text.matchAll(/\$(\d+)/g)].map(match => Number(match[1])))
  return prepareRows(statement, shared)
}
