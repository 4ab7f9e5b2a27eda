/** Time is passed in, so that rules can be replayed and a test clock can move everything at once. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
