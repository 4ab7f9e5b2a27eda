import type { Applicant, Bureau, BureauAnswer } from './bureau.ts'

/** The bureau, asked once for all requests of one attempt that arrive while it is being asked, or before its report is stored. */
export interface Inquiries {
  ask(attemptName: string, applicant: Applicant): Promise<BureauAnswer>
}

const KEPT_MS = 5_000

export function createInquiries(bureau: Bureau): Inquiries {
  const underWay = new Map<string, Promise<BureauAnswer>>()
  return {
    ask(name, applicant) {
      const known = underWay.get(name)
      if (known !== undefined) return known
      const asked = bureau.fetchReport(applicant)
      underWay.set(name, asked)
      const forget = (): boolean => underWay.delete(name)
      // A report stays a moment longer, until it can be read from the database; silence is forgotten at once.
      asked.then(({ status }) => (status === 'ok' ? setTimeout(forget, KEPT_MS).unref() : forget()), forget)
      return asked
    },
  }
}
