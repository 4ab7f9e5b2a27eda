/** How a contract was signed. The service puts its own signature under it at that moment, and never again. */
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
  /** SHA-256 of every picture that the customer showed. */
  readonly documents: Readonly<Record<string, string>>
}
