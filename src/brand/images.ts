import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'images', name))

/** Made by `npm run generate -- brand`: the icons that browsers and phones ask for, and the card of a link. */
export const BRAND_IMAGES = [
  { path: '/favicon.ico', type: 'image/x-icon', body: read('favicon.ico') },
  { path: '/apple-touch-icon.png', type: 'image/png', body: read('apple-touch-icon.png') },
  { path: '/open-graph.png', type: 'image/png', body: read('open-graph.png') },
] as const
