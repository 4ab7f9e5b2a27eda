import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Every file of the given folders with the given ending, as paths from the root. */
export function listFiles(folders: readonly string[], ending: string): string[] {
  return folders
    .flatMap(folder => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort()
}

export function readSource(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** A text as one line, so that a sentence is found however it is wrapped. */
export function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)/g

/** What a file imports: relative imports as paths from the root, packages by their names. */
export function listImports(path: string): string[] {
  return [...readSource(path).matchAll(IMPORT)].map(match => {
    const target = match[1] ?? match[2] ?? ''
    return target.startsWith('.') ? join(dirname(path), target) : target
  })
}
