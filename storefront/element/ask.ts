import { writeDecimal } from './money.ts'
import {
  Abort,
  abort,
  clearTimer,
  encode,
  Later,
  mapClear,
  mapGet,
  mapSet,
  now,
  readText,
  send,
  setTimer,
} from './natives.ts'
import { type Answer, NO_OFFER, parseAnswer } from './offer.ts'

/** Whoever has waited longer for an offer reads on without it. */
const SILENCE_MS = 1_500
/** As long as the server lets caches keep an answer. */
const KEEP_MS = 300_000
/** A server that is down is not asked the same thing with every click. */
const KEEP_FAILURE_MS = 10_000
const KEPT_ANSWERS = 100

/** `key` and `origin` are the shop's to fix: the lender knows no such publishable key, or not this page's origin for it. */
export type Failure = 'timeout' | 'network' | 'status' | 'answer' | 'key' | 'origin'
export type Result = { readonly answer: Answer } | { readonly failure: Failure; readonly status?: number }

interface Question {
  keepUntil: number
  readonly result: Promise<Result>
}

const questions = new Map<string, Question>()

/** Elements that show the same price share one request; a price that comes back within five minutes needs none. */
export function askOffer(origin: string, key: string, total: number): Promise<Result> {
  const url = `${origin}/storefront/preview?key=${encode(key)}&total=${writeDecimal(total)}`
  const known = mapGet(questions, url)
  if (known !== undefined && now() < known.keepUntil) return known.result
  if (questions.size >= KEPT_ANSWERS) mapClear(questions)
  const question: Question = { keepUntil: now() + KEEP_MS, result: requestInTime(url, total) }
  mapSet(questions, url, question)
  void shortenKeeping(question)
  return question.result
}

async function shortenKeeping(question: Question): Promise<void> {
  const result = await question.result
  if ('failure' in result) question.keepUntil = now() + KEEP_FAILURE_MS
  else if (result.answer !== NO_OFFER && result.answer.validUntil < question.keepUntil)
    question.keepUntil = result.answer.validUntil
}

/** Settles in time whatever becomes of the request: a replaced fetch may ignore the signal. */
function requestInTime(url: string, total: number): Promise<Result> {
  return new Later(resolve => {
    const silence = new Abort()
    const timer = setTimer(() => {
      resolve({ failure: 'timeout' })
      abort(silence)
    }, SILENCE_MS)
    void settle()
    async function settle(): Promise<void> {
      let result = await requestOffer(url, total, silence.signal)
      if ('failure' in result && result.failure === 'network' && (await isAnswered(url, silence.signal)))
        result = { failure: 'origin' }
      resolve(result)
      clearTimer(timer)
    }
  })
}

async function requestOffer(url: string, total: number, signal: AbortSignal): Promise<Result> {
  let failure: Failure = 'network'
  try {
    // Neither cookies nor the page's address leave the shop: its origin is all that the server needs to know.
    const response = await send(url, { credentials: 'omit', referrerPolicy: 'strict-origin', signal })
    const { status } = response
    // What we ask is well formed, so that a bad request can only mean a secret key.
    if (status === 400 || status === 401) return { failure: 'key', status }
    if (!response.ok) return { failure: 'status', status }
    const text = await readText(response)
    failure = 'answer'
    const answer = parseAnswer(text, total)
    return answer === undefined ? { failure } : { answer }
  } catch {
    return { failure }
  }
}

/**
 * A refusal to a page of an unknown origin is kept from it by the browser, which looks like no network at all. Asked in a
 * way that shows nothing of the answer, the browser tells that there is one.
 */
async function isAnswered(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await send(url, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal })
    return true
  } catch {
    return false
  }
}
