import { resolve } from 'node:path'
import { findFloatingPromises } from './floating-promises.ts'

const root = resolve(import.meta.dirname, '..')
const floating = findFloatingPromises(`${root}/tsconfig.json`, `${root}/src`)
for (const { place, text } of floating) console.error(`src/${place}: nobody waits for ${text}`)
if (floating.length > 0) {
  console.error('Await it; write `void` before it where that is meant; in a transaction use tx.send.')
  process.exitCode = 1
}
