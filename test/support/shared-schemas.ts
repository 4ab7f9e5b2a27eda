import { createRequire } from 'node:module'

type Compile = (route: { readonly schema: object }) => unknown
type Build = (externalSchemas: object, options: object) => Compile

const compiled = new Map<string, unknown>()
const functionIds = new Map<unknown, number>()

/**
 * The servers of one test process share their compiled schemas, which are most of what it costs to start one: a process
 * starts dozens of them, each with some 600 schemas of which fewer than 150 differ. The compilers are fastify's own.
 */
const requireOfFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))

for (const name of ['@fastify/fast-json-stringify-compiler', '@fastify/ajv-compiler']) {
  const createBuild = requireOfFastify(name) as () => Build
  const cached = requireOfFastify.cache[requireOfFastify.resolve(name)]
  if (cached === undefined) throw new Error(`${name} was not loaded`)
  cached.exports = () => shareCompiled(name, createBuild())
}

function shareCompiled(name: string, build: Build): Build {
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options)
    // Formats are functions, which JSON leaves out.
    const settings = JSON.stringify([name, externalSchemas, options], (_key, value) =>
      typeof value === 'function' ? identify(value) : value,
    )
    return route => {
      const key = `${settings}${JSON.stringify(route.schema)}`
      const known = compiled.get(key)
      if (known !== undefined) return known
      const made = compile(route)
      compiled.set(key, made)
      return made
    }
  }
}

function identify(value: unknown): number {
  const id = functionIds.get(value) ?? functionIds.size
  functionIds.set(value, id)
  return id
}
