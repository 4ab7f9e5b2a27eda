import { setFlagsFromString } from 'node:v8'
import { startTestApp } from '../support/app.ts'

/*
 * Prints of how many names V8 still shares the shape of objects that begin as {} with them, after the program has
 * started. A process of its own: other tests use up names too.
 */
const [names = '0'] = process.argv.slice(2)
setFlagsFromString('--allow-natives-syntax')
const haveSameShape = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean
const app = await startTestApp({ env: { ROLE: 'api' } })
const kept: object[] = []
function isShared(name: string): boolean {
  const one: Record<string, number> = {}
  const other: Record<string, number> = {}
  one[name] = 1
  other[name] = 1
  kept.push(one, other)
  return haveSameShape(one, other)
}
const all = Array.from({ length: Number(names) }, (_, index) => `a name of its own ${index}`)
const shared = all.filter(isShared).length
await app.stop()
console.log(`shared ${shared}`)
