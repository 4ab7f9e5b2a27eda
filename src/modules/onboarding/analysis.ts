import type { DocumentSummary } from './evidence.ts'

/** passed: the pictures show the customer; unsure: a person must check; refused: they do not. */
export type AnalysisResult = 'passed' | 'unsure' | 'refused'

export interface AnalysisCase {
  readonly transactionId: string
  readonly cpf: string
  readonly documents: readonly DocumentSummary[]
  /** The picture of a document named above. */
  openPicture(documentId: string): Promise<Buffer>
}

/** Compares the customer's pictures. Throws when it gets no answer: the job retries later. */
export interface AnalysisPort {
  analyse(about: AnalysisCase): Promise<AnalysisResult>
}

/** Without a configured analysis service, a person checks every case. */
export const deskAnalysis: AnalysisPort = { analyse: async () => 'unsure' }

const RESULT_BY_PERSONA: Readonly<Record<string, AnalysisResult>> = { '011': 'unsure', '012': 'refused' }

/** A fictitious analysis: digits 4 to 6 of a CPF that begins with 000 choose the outcome. */
export const sandboxAnalysis: AnalysisPort = {
  analyse: async ({ cpf }) => (cpf.startsWith('000') && RESULT_BY_PERSONA[cpf.slice(3, 6)]) || 'passed',
}
