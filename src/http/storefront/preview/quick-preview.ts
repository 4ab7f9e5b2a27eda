import type { App } from '../../../app/app.ts'
import { previewOffer } from '../../../domains/links/index.ts'
import { parseWrittenReais } from '../../../kernel/money.ts'
import { isKnownToClient } from '../../../platform/http/not-modified.ts'
import type { QuickAnswer, QuickRead, QuickRequest } from '../../../platform/http/quick-reads.ts'
import { EXPOSED_HEADERS, VARY } from '../admit.ts'
import type { Judge } from '../judge.ts'
import { JSON_TYPE, MAX_AGE_SECONDS, presentMaxAge } from '../send-cacheable.ts'
import { presentPreview } from './present.ts'

/** As our own script writes it. An address in another order or with escapes is valid too, but takes the usual route. */
const TARGET = /^\/storefront\/preview\?key=(pk_\w{1,200})&total=([1-9]\d{0,6}(?:\.\d{1,2})?)$/

/** The preview once more, before the framework; the same functions make the same answer. */
export function createQuickPreview(app: App, judge: Judge): QuickRead {
  return {
    route: '/storefront/preview',
    answer(request) {
      const [, key, total] = TARGET.exec(request.url) ?? []
      return key === undefined || total === undefined ? undefined : answer(request, key, total)
    },
  }

  async function answer(
    { headers, readAddress }: QuickRequest,
    key: string,
    total: string,
  ): Promise<QuickAnswer | undefined> {
    const { origin } = headers
    const verdict = await judge({ key, origin, address: readAddress() })
    if (verdict.kind !== 'admitted') return undefined
    const { retailerId } = verdict.holder
    const command = { retailerId, totalCentavos: parseWrittenReais(total) }
    const { presented, secondsLeft } = await previewOffer(app, command, presentPreview)
    const maxAge = presentMaxAge(Math.min(MAX_AGE_SECONDS, secondsLeft))
    const names = ['vary', VARY, 'cache-control', maxAge, 'etag', presented.etag]
    if (origin !== undefined)
      names.push('access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED_HEADERS)
    if (isKnownToClient(headers['if-none-match'], presented.etag))
      return { caller: verdict.holder, headers: names, body: undefined }
    names.push('content-type', JSON_TYPE)
    return { caller: verdict.holder, headers: names, body: presented.body }
  }
}
