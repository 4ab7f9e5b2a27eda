import type { DocumentSummary } from './evidence.ts'

/** passed: the pictures are of the customer; unsure: a person must look; refused: they are not. */
export type AnalysisResult = 'passed' | 'unsure' | 'refused'

export interface AnalysisCase {
  readonly transactionId: string
  readonly cpf: string
  readonly documents: readonly DocumentSummary[]
  /** The picture of a document named above. */
  openPicture(documentId: string): Promise<Buffer>
}

/** Compares the customer's pictures. A failure to answer is an exception: the case is brought again later. */
export interface AnalysisPort {
  analyse(about: AnalysisCase): Promise<AnalysisResult>
}

/** Nobody can compare pictures by machine until an analysis is configured: a person looks at every case. */
export const deskAnalysis: AnalysisPort = { analyse: async () => 'unsure' }

const RESULT_BY_PERSONA: Readonly<Record<string, AnalysisResult>> = { '011': 'unsure', '012': 'refused' }

/** An invented analysis: a CPF that begins with 000 picks the outcome by its digits 4 to 6. */
export const sandboxAnalysis: AnalysisPort = {
  analyse: async ({ cpf }) => (cpf.startsWith('000') && RESULT_BY_PERSONA[cpf.slice(3, 6)]) || 'passed',
}
