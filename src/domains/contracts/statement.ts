/** How a contract was signed. The service signs it once, at that moment. */
export interface SignatureStatement {
  readonly format: 'crediario-evidence-1'
  readonly transactionId: string
  /** SHA-256 of the agreement's canonical JSON. */
  readonly contractHash: string
  /** SHA-256 of the document that the customer could read before signing. */
  readonly pdfSha256: string
  readonly signedAt: string
  readonly code: { readonly id: string; readonly sentAt: string; readonly phone: string }
  readonly origin: { readonly ip: string; readonly userAgent: string }
  /** SHA-256 of every picture that the customer sent. */
  readonly documents: Readonly<Record<string, string>>
}
