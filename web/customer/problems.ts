import type { Reply } from './exchange.ts'

/* What a customer's page says when a request was refused or lost. */

const UNKNOWN = 'Algo deu errado do nosso lado. Espere um instante e tente de novo.'
const LOST = 'A conexão falhou e não sabemos se chegou. Confira sua internet e tente de novo.'
const NO_MORE_CODES = 'Você já pediu muitos códigos hoje. Tente de novo amanhã, pelo mesmo link.'

export type Explain = (reply: Reply<unknown>) => string | undefined

/** By the page's own sentences; other codes get a general one. Absent where there is nothing to say. */
export function createExplain(
  sentences: Readonly<Record<string, string>>,
  { noMoreCodes = NO_MORE_CODES }: { readonly noMoreCodes?: string } = {},
): Explain {
  return reply => {
    if (reply.kind === 'state') return undefined
    if (reply.kind === 'lost') return LOST
    const { error, retryAfterSeconds } = reply
    if (error.code !== 'code_limit') return sentences[error.code] ?? UNKNOWN
    if (retryAfterSeconds === undefined || retryAfterSeconds > 3_600) return noMoreCodes
    if (retryAfterSeconds > 90)
      return `Espere ${Math.ceil(retryAfterSeconds / 60)} minutos para pedir outro código.`
    return `Espere ${retryAfterSeconds} segundos para pedir outro código.`
  }
}
