import { RequestError } from '../../contract/errors.ts'
import { type Metrics, mergeMetrics } from '../telemetry/metrics.ts'
import type { Siblings } from './siblings.ts'

/** What `/ready` and `/metrics` say. */
export interface Health {
  /** Resolves with codes of what an operator has to look at, although requests are served. */
  checkReady(): Promise<readonly string[]>
  presentMetrics(): Promise<string>
}

/** Of a process that serves its address alone, or with siblings of which any may be asked and all have to be right. */
export function createHealth(
  own: { readonly checkReady: Health['checkReady']; readonly metrics: Metrics },
  siblings: Siblings | undefined,
): Health {
  const { checkReady, metrics } = own
  if (siblings === undefined) return { checkReady, presentMetrics: () => metrics.present() }
  siblings.answer('ready', async () => (await checkReady()).join(' '))
  siblings.answer('metrics', async () => JSON.stringify(await metrics.list()))
  return {
    async checkReady() {
      const answers = await siblings.ask('ready')
      const bad = answers.find(({ ok }) => !ok)
      if (bad === undefined) {
        const codes = answers.flatMap(({ body }) => body.split(' '))
        return [...new Set(codes.filter(code => code !== ''))]
      }
      throw new RequestError('service_unavailable', {
        message: `Process ${bad.process}: ${bad.body}`,
        retryAfterSeconds: 1,
      })
    },
    async presentMetrics() {
      const answers = await siblings.ask('metrics')
      const listed = answers.filter(({ ok }) => ok)
      return mergeMetrics(new Map(listed.map(({ process, body }) => [process, JSON.parse(body)])))
    },
  }
}
