export interface Proven {
  readonly figure: string
  readonly meaning: string
  /** Heading of the page in the documentation that says how it was measured. */
  readonly proof: string
}

/** Nothing that is not measured. A test finds each figure on the page that proves it. */
export const PROVEN: readonly Proven[] = [
  {
    figure: 'R$ 0,00',
    meaning:
      'de diferença: 2.000 opções sorteadas a cada rodada, comparadas parcela por parcela com uma conta de 50 dígitos.',
    proof: 'centavo-por-centavo',
  },
  {
    figure: '0 perdas',
    meaning: 'em 1.767 compras, enquanto servidores e banco de dados eram derrubados 69 vezes.',
    proof: 'quedas-no-meio-da-compra',
  },
  {
    figure: '1 µs',
    meaning: 'para calcular uma opção de 24 parcelas, com IOF e CET, exata ao centavo.',
    proof: 'velocidade',
  },
]
