/** Thrown by a handler that has nothing to do before a certain time: no failure, and no attempt. */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date) {
    super(`the job waits until ${runAt.toISOString()}`)
    this.runAt = runAt
  }
}
