import { ensurePages } from './pages/ensure-pages.ts'

/** For releases and images: an installation without development packages cannot build its pages. */
process.stdout.write(`${await ensurePages()}\n`)
