import type { Static } from 'typebox'
import { RequestsAnswer } from '../../src/contract/requests.ts'
import { DEMO_KEY, type TestApp } from './app.ts'
import { checkAnswer } from './purchase-http.ts'
import { askJson } from './statements.ts'
import { waitFor } from './wait-for.ts'

export type RequestsBody = Static<typeof RequestsAnswer>

export async function readRequests(
  app: TestApp,
  query: Record<string, string> = {},
  key: string = DEMO_KEY,
): Promise<RequestsBody> {
  return checkAnswer(RequestsAnswer, await askJson(app, '/requests', query, key))
}

/** The log is written about once a second. */
export async function waitForRequest(app: TestApp, trackId: string, key?: string) {
  let found: RequestsBody['data'] = []
  await waitFor(`request ${trackId} in the log`, async () => {
    found = (await readRequests(app, { trackId }, key)).data
    return found.length > 0
  })
  return found[0]
}
