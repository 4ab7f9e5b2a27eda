import type { ErrorBody } from '../../src/contract/errors.ts'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'

/** What became of a request, as far as this device knows. */
export type Reply<State> =
  | { readonly kind: 'state'; readonly state: State }
  | { readonly kind: 'refused'; readonly error: ErrorBody; readonly retryAfterSeconds: number | undefined }
  /** No answer, or none that is ours: it may have been done or not. */
  | { readonly kind: 'lost' }

const ANSWER_MS = 15_000
const PICTURE_MS = 60_000

export async function askState<State>(base: string): Promise<Reply<State>> {
  return exchange(`${base}/state`, { headers: { accept: 'application/json' } })
}

export async function send<State>(base: string, path: string, body: object = {}): Promise<Reply<State>> {
  return exchange(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' },
    body: JSON.stringify(body),
  })
}

async function exchange<State>(url: string, init: RequestInit): Promise<Reply<State>> {
  // By hand: Safari 15 knows no AbortSignal.timeout.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), ANSWER_MS)
  try {
    const options: RequestInit = { credentials: 'same-origin', cache: 'no-store', signal: deadline.signal }
    const response = await fetch(url, { ...init, ...options })
    return readReply(response.ok, await response.text(), response.headers.get('retry-after'))
  } catch {
    return { kind: 'lost' }
  } finally {
    clearTimeout(timer)
  }
}

/** Not by fetch, which cannot report upload progress. */
export function sendPicture<State>(
  url: string,
  picture: Blob,
  onProgress: (share: number) => void,
): Promise<Reply<State>> {
  return new Promise(resolve => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.timeout = PICTURE_MS
    request.setRequestHeader('content-type', picture.type)
    request.setRequestHeader(ONBOARDING_HEADER, '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const isGood = request.status >= 200 && request.status < 300
      resolve(readReply(isGood, request.responseText, request.getResponseHeader('retry-after')))
    }
    for (const event of ['error', 'timeout', 'abort'] as const)
      request[`on${event}`] = () => resolve({ kind: 'lost' })
    request.send(picture)
  })
}

function readReply<State>(isGood: boolean, text: string, retryAfter: string | null): Reply<State> {
  try {
    const body: unknown = JSON.parse(text)
    if (isGood) return { kind: 'state', state: body as State }
    const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter)
    return { kind: 'refused', error: body as ErrorBody, retryAfterSeconds }
  } catch {
    return { kind: 'lost' }
  }
}
