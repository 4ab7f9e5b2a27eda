import { ensurePages } from '../src/platform/pages/built-pages.ts'

/** For images: what is built here need not be built by the first start. */
process.stdout.write(`${await ensurePages()}\n`)
