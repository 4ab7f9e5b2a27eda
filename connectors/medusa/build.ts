import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = import.meta.dirname
const out = join(root, '.medusa', 'server', 'src')

/** What Medusa brings; everything else, the client of the interface above all, is bundled, so that the package needs no other. */
const isExternal = (name: string): boolean =>
  name.startsWith('node:') || name.startsWith('@medusajs/') || /^react(?:-dom)?(?:\/|$)/.test(name)

const shared = { configFile: false, envDir: false, root, logLevel: 'warn', publicDir: false } as const

/** Files that Medusa finds by where they are; what they share goes to a folder that it does not search. */
const entries = Object.fromEntries(
  globSync('src/{api,commands,jobs,modules,providers,subscribers}/**/*.ts', { cwd: root })
    .filter(path => !/(?:store|name|service)\.ts$/.test(path))
    .concat('src/cli.ts')
    .map(path => [path.replace(/^src\/|\.ts$/g, ''), join(root, path)]),
)

rmSync(out, { recursive: true, force: true })
await build({
  ...shared,
  build: {
    ssr: true,
    outDir: out,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: entries,
      external: isExternal,
      output: {
        format: 'cjs',
        esModule: true,
        exports: 'named',
        // Folders such as [order_id] are addresses with a parameter.
        sanitizeFileName: false,
        entryFileNames: '[name].js',
        chunkFileNames: 'shared/[name]-[hash].js',
      },
    },
  },
})
await build({
  ...shared,
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: join(out, 'admin'),
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    lib: { entry: join(root, 'src/admin/index.ts'), formats: ['es'], fileName: () => 'index.mjs' },
    rolldownOptions: { external: isExternal },
  },
})
const cli = join(out, 'cli.js')
writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, 'utf8')}`)
chmodSync(cli, 0o755)
// Built as Medusa is, while the sources are modules.
writeFileSync(join(out, '..', 'package.json'), '{ "type": "commonjs" }\n')
cpSync(join(root, '..', '..', 'LICENSE'), join(root, '.medusa', 'server', 'LICENSE'))
