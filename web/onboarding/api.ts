import {
  ONBOARDING_HEADER,
  type OnboardingError,
  type OnboardingState,
} from '../../src/contract/onboarding.ts'

/** The outcome of a request, as far as this device knows. */
export type Reply =
  | { readonly kind: 'state'; readonly state: OnboardingState }
  | {
      readonly kind: 'refused'
      readonly error: OnboardingError
      readonly retryAfterSeconds: number | undefined
    }
  /** No response, or not one of ours: the action may or may not have been done. */
  | { readonly kind: 'lost' }

const ANSWER_MS = 15_000
const PICTURE_MS = 60_000

export async function askState(base: string): Promise<Reply> {
  return exchange(`${base}/state`, { headers: { accept: 'application/json' } })
}

export async function send(base: string, path: string, body: object = {}): Promise<Reply> {
  return exchange(`${base}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' },
    body: JSON.stringify(body),
  })
}

async function exchange(url: string, init: RequestInit): Promise<Reply> {
  // Safari 15 has no AbortSignal.timeout.
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

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendPicture(url: string, picture: Blob, onProgress: (share: number) => void): Promise<Reply> {
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

function readReply(isGood: boolean, text: string, retryAfter: string | null): Reply {
  try {
    const body: unknown = JSON.parse(text)
    if (isGood) return { kind: 'state', state: body as OnboardingState }
    const retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter)
    return { kind: 'refused', error: body as OnboardingError, retryAfterSeconds }
  } catch {
    return { kind: 'lost' }
  }
}
