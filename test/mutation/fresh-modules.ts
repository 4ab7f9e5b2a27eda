import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const STAND_IN = pathToFileURL(join(import.meta.dirname, 'collected-tests.ts')).href

/**
 * Imports files of a folder each time anew, with everything of that folder that they import: nothing that a module remembers reaches
 * the next mutant. What they import from elsewhere stays loaded, and so does the text of the files.
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
      if (specifier === 'node:test') return { url: STAND_IN, shortCircuit: true }
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
