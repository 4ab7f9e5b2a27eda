import type { Applicant, Bureau, BureauAnswer } from './bureau.ts'

/** Deduplicates bureau calls: requests of one attempt share one call while it runs and until its report is stored. */
export interface Inquiries {
  ask(attemptName: string, applicant: Applicant): Promise<BureauAnswer>
}

const KEPT_MS = 5_000
/** A map is walked from its first entry past all that were removed since it last grew: not for each call. */
const SWEEP_MS = 500

export function createInquiries(bureau: Bureau): Inquiries {
  const underWay = new Map<string, Promise<BureauAnswer>>()
  /** Expiry of each answered inquiry, earliest first. */
  const answered = new Map<string, number>()

  let sweptAtMs = Number.NEGATIVE_INFINITY

  function forgetAnswered(): void {
    const nowMs = performance.now()
    if (nowMs - sweptAtMs < SWEEP_MS) return
    sweptAtMs = nowMs
    for (const [name, untilMs] of answered) {
      if (untilMs > nowMs) return
      answered.delete(name)
      underWay.delete(name)
    }
  }

  return {
    ask(name, applicant) {
      forgetAnswered()
      const known = underWay.get(name)
      if (known !== undefined) return known
      const asked = bureau.fetchReport(applicant)
      underWay.set(name, asked)
      const forget = (): boolean => underWay.delete(name)
      // A report is kept a moment longer, until it can be read from the database; a failure is dropped at once.
      asked.then(
        ({ status }) => (status === 'ok' ? answered.set(name, performance.now() + KEPT_MS) : forget()),
        forget,
      )
      return asked
    },
  }
}
