import { composeTarget, playLife, type Read } from '../../../scripts/api-examples/play-every-operation.ts'
import { listOperations, type OpenApi } from '../../../src/http/reference/list-operations.ts'
import { DEMO_KEY, PUBLISHABLE_KEY } from '../../support/app.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'
import type { Operation } from './operations.ts'
import type { FuzzedRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

/** Sends a request and checks its answer like every other; undefined when there was none. */
export type Send = (request: FuzzedRequest) => Promise<FuzzAnswer | undefined>

/** Serves every operation once, before any other request: random values almost never get past the checks of some. */
export async function playWholeLife(
  document: OpenApi,
  published: readonly Operation[],
  send: Send,
): Promise<void> {
  const described = new Map(listOperations(document).map(operation => [operation.name, operation]))

  const call: Read = async <Answer>(name: string, given = {}) => {
    const { method, path } = described.get(name) ?? {}
    const operation = published.find(each => each.method === method && each.path === path)
    if (operation === undefined) throw new Error(`there is no operation ${name}`)
    const { body } = given as { readonly body?: object }
    const answer = await send({
      kind: 'valid',
      operation,
      method: operation.method,
      target: composeTarget(operation.path, given),
      headers: { 'x-service-apikey': DEMO_KEY, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      isOddHttp: false,
    })
    if (answer === undefined || answer.status >= 300)
      throw new Error(`${name}: ${answer?.text ?? 'no answer'}`)
    return answer.body as Answer
  }

  const receiver = await startReceiver()
  try {
    await playLife(call, { publishableKey: PUBLISHABLE_KEY, receiverUrl: receiver.url })
  } finally {
    await receiver.stop()
  }
}
