/** How customers reach the lender; each is absent where it is not configured. */
export interface LenderChannels {
  /** Phone numbers, as people write them. */
  readonly sac?: string
  readonly ouvidoria?: string
  /** E-mail address or https page for questions about personal data. */
  readonly privacy?: string
  /** Name and CNPJ of who insures the credit, as the contract says it. */
  readonly insurer?: string
  /** Number of the insurance product at its supervisor. */
  readonly susepProcess?: string
  /** Https page with the conditions of the insurance. */
  readonly insuranceTerms?: string
}

/** Who lends, as every page of a customer says it. */
export interface LenderContact extends LenderChannels {
  readonly name: string
  readonly cnpj: string
}
