import type { CheckOutcome, IdentityCheck } from '../../contract/identity.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { DocumentSummary } from './evidence.ts'

/** passed: the pictures show the customer; unsure: a person must check; refused: they do not. */
export type AnalysisResult = 'passed' | 'unsure' | 'refused'

/** What the analysis found. Whatever is absent is unknown. */
export interface AnalysisFindings {
  readonly result: AnalysisResult
  /** As the document has it. */
  readonly name?: string
  readonly cpf?: string
  readonly birthDate?: CalendarDate
  readonly documentNumber?: string
  readonly checks: Readonly<Partial<Record<IdentityCheck, CheckOutcome>>>
  /** The service's own id of the case, for disputes. */
  readonly reference?: string
}

export type AnalysisAnswer =
  | ({ readonly status: 'DONE' } & AnalysisFindings)
  /** The service is still at it, and is asked again by this reference. */
  | { readonly status: 'PENDING'; readonly reference: string }

export interface AnalysisCase {
  readonly transactionId: string
  readonly cpf: string
  /** Where the customer or the shop gave it. */
  readonly name?: string | undefined
  readonly documents: readonly DocumentSummary[]
  /** The picture of a document named above. */
  openPicture(documentId: string): Promise<Buffer>
}

/** Compares the customer's pictures. Throws when it gets no answer: the job retries later. */
export interface AnalysisPort {
  analyse(about: AnalysisCase): Promise<AnalysisAnswer>
  /** Asks again for a case that was PENDING. */
  followUp(transactionId: string, reference: string): Promise<AnalysisAnswer>
}

export const answerAtOnce = (analyse: (cpf: string) => AnalysisResult): AnalysisPort => ({
  analyse: async ({ cpf }) => ({ status: 'DONE', result: analyse(cpf), checks: {} }),
  // Whoever was told PENDING by a service that is not configured any more is looked at by a person.
  followUp: async () => ({ status: 'DONE', result: 'unsure', checks: {} }),
})

/** Without a configured analysis service, a person checks every case. */
export const deskAnalysis: AnalysisPort = answerAtOnce(() => 'unsure')
