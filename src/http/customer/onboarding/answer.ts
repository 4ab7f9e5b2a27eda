import { type ErrorDetail, RequestError } from '../../../contract/errors.ts'
import type {
  Advanced,
  CodeRefused,
  NameRefused,
  PictureProblem,
  PictureRefused,
  WrongStep,
} from '../../../domains/onboarding/index.ts'
import type { Purchase } from '../../../domains/purchases/index.ts'

type Standing = Pick<Purchase, 'status' | 'step'>

type Refusal =
  | WrongStep
  | CodeRefused
  | PictureRefused
  | NameRefused
  | { readonly outcome: 'contract-changed' | 'contract-unopened' }
  | { readonly outcome: 'wait'; readonly waitMs: number }

const PICTURE_WORDS: Readonly<Record<PictureProblem, string>> = {
  empty: 'image not accepted: the body is empty',
  'too-large': 'image larger than 8 MiB',
  'not-a-picture': 'image not accepted: send a JPEG, PNG or WebP',
  'too-many-pixels': 'image larger than 25 megapixels',
  animated: 'image not accepted: it is animated',
  broken: 'image not accepted: it is broken',
}

/** Returns the success, or throws the refusal, always with the current state of the purchase. */
export function getAdvanced<Success extends Advanced | { readonly outcome: 'sent' | 'opened' }>(
  result: Success | Refusal,
  purchase: Standing,
): Success {
  switch (result.outcome) {
    case 'wrong-step':
      throw refuse('wrong_step', result)
    case 'code-refused':
      throw refuse('code_refused', purchase)
    case 'contract-changed':
      throw refuse('contract_changed', purchase)
    case 'contract-unopened':
      throw refuse('contract_not_opened', purchase)
    case 'name-missing': {
      const details = [{ field: 'name', message: 'name is required' }]
      throw refuse('missing_parameters', purchase, { message: 'Missing parameters: name', details })
    }
    case 'name-known': {
      const message = 'name is known already'
      throw refuse('invalid_parameters', purchase, { message, details: [{ field: 'name', message }] })
    }
    case 'wait':
      throw refuse('code_limit', purchase, { retryAfterSeconds: Math.ceil(result.waitMs / 1_000) })
    case 'picture-refused': {
      const { problem } = result
      const isTooLarge = problem === 'too-large' || problem === 'too-many-pixels'
      const code = isTooLarge ? 'picture_too_large' : 'picture_not_accepted'
      throw refuse(code, purchase, { message: PICTURE_WORDS[problem] })
    }
    default:
      return result
  }
}

export function refuse(
  code: RequestError['code'],
  { status, step }: Standing,
  more: {
    readonly message?: string
    readonly details?: readonly ErrorDetail[]
    readonly retryAfterSeconds?: number
  } = {},
): RequestError {
  return new RequestError(code, { ...more, standing: { status, step } })
}
