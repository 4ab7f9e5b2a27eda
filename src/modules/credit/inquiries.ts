import type { Applicant, Bureau, BureauAnswer } from './bureau.ts'

/** The bureau, asked once for requests with the same data that arrive while it is being asked. */
export interface Inquiries {
  ask(applicant: Applicant): Promise<BureauAnswer>
}

export function createInquiries(bureau: Bureau): Inquiries {
  const underWay = new Map<string, Promise<BureauAnswer>>()
  return {
    ask(applicant) {
      const { cpf, phone, email, zipCode } = applicant
      const name = JSON.stringify([cpf, phone, email, zipCode])
      const known = underWay.get(name)
      if (known !== undefined) return known
      const asked = bureau.fetchReport(applicant).finally(() => underWay.delete(name))
      underWay.set(name, asked)
      return asked
    },
  }
}
