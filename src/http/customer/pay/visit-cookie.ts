import type { VisitSession } from '../../../domains/links/index.ts'
import { createDeviceCookies } from '../device-cookies.ts'

const MAX_AGE_SECONDS = 48 * 3_600

/** One cookie for each link. */
export function createVisitCookies(publicUrl: string) {
  const { list, present } = createDeviceCookies('pay-', publicUrl)
  return { list, present: ({ id, linkId }: VisitSession) => present(linkId, id, MAX_AGE_SECONDS) }
}
