import { type Answer, PUBLISHABLE_KEY, readAnswer, type TestApp } from './app.ts'

/** As the seed allows it for the demonstration shop. */
export const OWN_ORIGIN = 'http://127.0.0.1:3000'

export type StorefrontQuery = Readonly<Record<string, string>>

export function writeTarget(page: 'preview' | 'config', query: StorefrontQuery): string {
  return `/storefront/${page}?${new URLSearchParams(query)}`
}

/** Asks with the demonstration's publishable key unless the query names another. */
export async function askStorefront<Body = Record<string, unknown>>(
  app: TestApp,
  page: 'preview' | 'config',
  query: StorefrontQuery = {},
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const target = writeTarget(page, { key: PUBLISHABLE_KEY, ...query })
  return readAnswer<Body>(await fetch(app.url + target, { headers }))
}
