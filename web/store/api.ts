import type { ErrorBody } from '../../src/contract/errors.ts'
import { STORE_HEADER } from '../../src/contract/store.ts'

const ANSWER_MS = 15_000

/** A refusal in the server's words, or no answer at all. */
export class ShopError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function ask<Answer>(path: string): Promise<Answer> {
  return exchange(path, { headers: { accept: 'application/json' } })
}

export function send<Answer>(path: string, body: object = {}): Promise<Answer> {
  return exchange(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [STORE_HEADER]: '1' },
    body: JSON.stringify(body),
  })
}

async function exchange<Answer>(path: string, init: RequestInit): Promise<Answer> {
  // By hand: Safari 15 knows no AbortSignal.timeout.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), ANSWER_MS)
  try {
    const response = await fetch(`/store/api/${path}`, {
      ...init,
      cache: 'no-store',
      signal: deadline.signal,
    })
    const answer: unknown = JSON.parse(await response.text())
    if (response.ok) return answer as Answer
    const { code, message } = answer as ErrorBody
    throw new ShopError(code, message)
  } catch (error) {
    throw error instanceof ShopError ? error : new ShopError('lost', 'no answer')
  } finally {
    clearTimeout(timer)
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  lost: 'Não conseguimos falar com a loja. Confira a conexão e tente de novo.',
  service_unavailable: 'A loja não conseguiu falar com o crediário agora. Tente de novo em instantes.',
  rate_limited: 'Muitos pedidos ao mesmo tempo. Espere um instante e tente de novo.',
  invalid_parameters: 'Algo no pedido não foi aceito. Confira o carrinho e os dados.',
  store_order_not_found: 'Não encontramos esse pedido.',
}

export function explain(error: unknown): string {
  const code = error instanceof ShopError ? error.code : 'lost'
  return SENTENCES[code] ?? 'Isso não é possível agora: a compra está em outro momento.'
}
