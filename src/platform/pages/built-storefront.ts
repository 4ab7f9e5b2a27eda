import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Where the scripts for shops' pages lie once they are built: `manifest.json` and the files that it names. */
export function findStorefrontFolder(root: string = ROOT): string {
  return join(root, 'storefront', 'dist')
}
