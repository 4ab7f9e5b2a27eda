import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const COLLECTED_TESTS = pathToFileURL(join(import.meta.dirname, 'collected-tests.ts')).href
const FEW_EXAMPLES = pathToFileURL(join(import.meta.dirname, 'few-examples.ts')).href
/** Tests use the default import of fast-check. */
const FAST_CHECK = `data:text/javascript,export { fewExamples as default } from '${FEW_EXAMPLES}'`

/**
 * Imports files of a folder afresh each time, with their imports from that folder, so that no module state reaches the
 * next mutant. Imports from elsewhere stay loaded, and the file texts stay cached.
 */
export function createFreshImport(folder: string): (file: string) => Promise<unknown> {
  const own = `${pathToFileURL(folder).href}/`
  const texts = new Map<string, string>()
  let generation = 0

  function readText(path: string): string {
    const text = texts.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'))
    texts.set(path, text)
    return text
  }

  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (specifier === 'node:test') return { url: COLLECTED_TESTS, shortCircuit: true }
      if (specifier === FEW_EXAMPLES) return { url: FEW_EXAMPLES, shortCircuit: true }
      if (specifier === 'fast-check' && context.parentURL !== FEW_EXAMPLES)
        return { url: FAST_CHECK, shortCircuit: true }
      const resolved = nextResolve(specifier, context)
      const isOwn = resolved.url.startsWith(own) && resolved.url.endsWith('.ts')
      return isOwn ? { ...resolved, url: `${resolved.url}?generation=${generation}` } : resolved
    },
    load(url, context, nextLoad) {
      if (!url.startsWith(own) || !url.includes('.ts?generation=')) return nextLoad(url, context)
      return {
        format: 'module',
        source: readText(fileURLToPath(url.split('?', 1)[0] ?? '')),
        shortCircuit: true,
      }
    },
  })

  return file => {
    generation += 1
    return import(pathToFileURL(join(folder, file)).href)
  }
}
