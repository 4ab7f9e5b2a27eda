/** The catalogue's lines about what is behind a customer's link. */
export const onboardingErrors = {
  wrong_step: {
    status: 409,
    area: 'onboarding',
    message: 'The purchase is at another step',
    meaning: 'The page is old, or the same was sent twice; `status` and `step` say where the purchase is.',
  },
  device_not_confirmed: {
    status: 403,
    area: 'onboarding',
    message: 'This device has not confirmed the phone',
    meaning: 'A link alone opens nothing personal: ask for a code with purpose `device` and confirm it.',
  },
  code_refused: {
    status: 400,
    area: 'onboarding',
    message: 'Code invalid or expired',
    meaning:
      'The code is wrong, too old, was replaced by a newer one or tried too often; the answer does not say which.',
  },
  code_limit: {
    status: 429,
    area: 'onboarding',
    message: 'Too many codes were sent to this phone',
    meaning:
      'Codes that nobody enters are limited by purchase or link, by address and by phone, and sent after growing pauses; see Retry-After.',
  },
  contract_changed: {
    status: 409,
    area: 'onboarding',
    message: 'The contract is not the one that was shown',
    meaning: 'The contract changed after the page was opened: show it again before it is signed.',
  },
  contract_not_opened: {
    status: 409,
    area: 'onboarding',
    message: 'The contract was not opened',
    meaning: 'A contract is signed only after it was opened on the page: POST contract first.',
  },
  picture_not_accepted: {
    status: 400,
    area: 'onboarding',
    message: 'image not accepted',
    meaning: 'The body is not a JPEG, PNG or WebP image, or the image is damaged or animated.',
  },
  picture_too_large: {
    status: 413,
    area: 'onboarding',
    message: 'image larger than 8 MiB or 25 megapixels',
    meaning: 'The picture has too many bytes or pixels: send a smaller one.',
  },
  cross_site_request: {
    status: 403,
    area: 'onboarding',
    message: 'Request from another site',
    meaning:
      'Customers act on the pages of the service only; the header x-onboarding is missing, or the request came from elsewhere.',
  },
} as const
export type OnboardingErrorCode = keyof typeof onboardingErrors
