/** What of the interface is going to end, and when: both are the first moments of these days, in UTC. */
export interface Farewell {
  /** YYYY-MM-DD: from when nobody should begin to use it. */
  readonly deprecatedOn: string
  /** YYYY-MM-DD: from when it may be gone, at least 12 months later. */
  readonly endsOn: string
}

export interface Versions {
  /** The one that new keys are pinned to. */
  readonly current: string
  /** Every version that is served, with its end where that was announced. */
  readonly served: Readonly<Record<string, Farewell | undefined>>
}

export const VERSION_HEADER = 'x-service-version'

/** Keys that were made before there were versions are pinned to it. */
export const FIRST_VERSION = '2026-11-01'

/** A version only grows (the guide on versions). A breaking change gets a new date here. */
export const VERSIONS: Versions = { current: FIRST_VERSION, served: { [FIRST_VERSION]: undefined } }
