import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { FIRST_SCREENS } from '../../src/platform/pages/built-pages.ts'
import { buildStorefront } from './build-storefront.ts'

/** node vite-build.ts ROOT OUT: the pages and the storefront's scripts of ROOT, built into OUT, each file beside its compressed forms. */
const [root = '', out = ''] = process.argv.slice(2)

await build({
  configFile: false,
  envFile: false,
  root: join(root, 'web'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: out,
    emptyOutDir: true,
    manifest: 'manifest.json',
    // For phones that no longer get updates: an iPhone 7 stays at Safari 15.
    target: ['es2021', 'chrome100', 'firefox100', 'safari15'],
    // The content security policy allows styles and scripts only from files of this server, so nothing is inlined as a
    // data URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        onboarding: 'onboarding/main.tsx',
        desk: 'desk/main.tsx',
        console: 'console/main.tsx',
        pay: 'pay/main.tsx',
        account: 'account/main.tsx',
        store: 'store/main.tsx',
        billet: 'billet/main.ts',
        gallery: 'gallery/main.tsx',
        docs: 'docs/main.ts',
        // Pages to be read only: no script.
        home: 'home/home.css',
        'dead-end': 'dead-end/dead-end.css',
      },
      // Parts of a few hundred bytes are one file: each request costs about as much as one of them.
      output: {
        advancedChunks: {
          groups: [
            {
              name: 'parts',
              test: /web\/design\/(?:copy-button|hidden-pace|modal|qr|tag|use-action)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})

for (const entry of readdirSync(join(out, 'assets'), { withFileTypes: true })) {
  const path = join(out, 'assets', entry.name)
  const content = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
}

// Run by the server: one file with everything in it, which a release has without development packages.
await build({
  configFile: false,
  envFile: false,
  root: join(root, 'web'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    outDir: join(out, 'server'),
    ssr: 'first-screens.tsx',
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: FIRST_SCREENS } },
  },
})

await buildStorefront(join(out, 'storefront'))
