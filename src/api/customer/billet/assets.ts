import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Asset {
  readonly path: string
  readonly type: string
  readonly body: Buffer
}

/** The name contains a content hash, so that browsers can cache the file for ever and never use an old one. */
function readAsset(name: string, type: string): Asset {
  const body = readFileSync(join(import.meta.dirname, 'assets', name))
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12)
  const ending = name.slice(name.indexOf('.'))
  return { path: `/assets/billet-${digest}${ending}`, type, body }
}

export const STYLE = readAsset('billet.css', 'text/css; charset=utf-8')
export const SCRIPT = readAsset('billet.js', 'text/javascript; charset=utf-8')
