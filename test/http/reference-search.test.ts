import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import type { SearchEntry, SearchIndex } from '../../src/contract/reference-search.ts'
import { search } from '../../web/docs/search.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
const indexes = new Map<string, SearchIndex>()
before(async () => {
  await ensurePages()
  app = await startTestApp({ env: { ROLE: 'api' } })
  for (const base of ['/docs', '/docs/en'])
    indexes.set(base, (await (await fetch(`${app.url}${base}/search.json`)).json()) as SearchIndex)
})
after(() => app.stop())

function ask(base: string, query: string) {
  return search(indexes.get(base) ?? assert.fail(base), query)
}

/** What somebody types, and the page that answers it. Accents and capitals do not matter; both languages work. */
const QUERIES: readonly (readonly [base: '/docs' | '/docs/en', query: string, page: string])[] = [
  ['/docs', 'entrada', '/payments'],
  ['/docs', 'pix', '/payments'],
  ['/docs', 'estorno', '/refunds'],
  ['/docs', 'webhook', '/webhooks'],
  ['/docs', 'boleto', '/payments'],
  ['/docs', 'sinal', '/payments'],
  ['/docs', 'quitação antecipada', '/payments#quitacao-antecipada'],
  ['/docs', 'QUITACAO ANTECIPADA', '/payments#quitacao-antecipada'],
  ['/docs', 'segunda via', '/payments#atraso-e-segunda-via'],
  ['/docs', 'reembolso', '/refunds'],
  ['/docs', 'cancelamento', '/refunds'],
  ['/docs', 'cancelar uma compra', '/refunds#cancelar-a-compra'],
  ['/docs', 'retirar produto', '/refunds#retirar-so-um-produto'],
  ['/docs', 'arrependimento', '/refunds#arrependimento-em-sete-dias'],
  ['/docs', 'refund', '/refunds'],
  ['/docs', 'down payment', '/payments'],
  ['/docs', 'assinatura hmac', '/webhooks'],
  ['/docs', 'trocar o segredo', '/webhooks#trocar-o-segredo'],
  ['/docs', 'link de pagamento', '/payment-links'],
  ['/docs', 'elemento', '/element'],
  ['/docs', 'televendas', '/payment-links'],
  ['/docs', 'erros', '/errors'],
  ['/docs', 'sdk', '/clients'],
  ['/docs', 'relógio', '/sandbox#o-relogio'],
  ['/docs', 'nota fiscal', '/first-purchase#6-a-nota-fiscal'],
  ['/docs', 'extrato', '/getStatement'],
  ['/docs', 'renegociar dívida', '/transactionRenegotiation'],
  ['/docs', 'produção', '/going-live'],
  ['/docs', 'idempotency', '#regras-gerais'],
  ['/docs', 'POST /authorize', '/authorize'],
  ['/docs', 'preApprove', '/preApprove'],
  ['/docs', 'transaction.approved', '/events#transaction.approved'],
  ['/docs', 'rate_limited', '/errors#rate_limited'],
  ['/docs', 'idempotency_key_reused', '/errors#idempotency_key_reused'],
  ['/docs', 'totalIof', '/options#answer.downPaymentOptions[].options[].totalIof'],
  ['/docs/en', 'webhook', '/webhooks'],
  ['/docs/en', 'refund', '/refunds'],
  ['/docs/en', 'estorno', '/refunds'],
  ['/docs/en', 'entrada', '/payments'],
  ['/docs/en', 'early settlement', '/payments#early-settlement'],
  ['/docs/en', 'test clock', '/sandbox'],
  ['/docs/en', 'deprecation', '/versioning'],
  ['/docs/en', 'how to cancel a purchase', '/refunds#cancel-the-purchase'],
]

test('the search gives the right page first', () => {
  assert.ok(QUERIES.length >= 40)
  const found = QUERIES.map(([base, query]) => [base, query, ask(base, query)[0]?.address])
  assert.deepEqual(
    found.map(([base, query, address]) => [base, query, address && decodeURIComponent(address)]),
    QUERIES.map(([base, query, page]) => [base, query, base + page]),
  )
})

test('what is met alike is ordered by its kind: guides, operations, events, fields, errors', () => {
  const text = 'o valor da parcela'
  const entry = (kind: 'guide' | 'operation' | 'event' | 'error'): SearchEntry => ({
    kind,
    title: kind,
    address: `/${kind}`,
    words: '',
    text,
    fields: kind === 'event' ? ['x.amount'] : [],
  })
  const entries = [entry('error'), entry('event'), entry('operation'), entry('guide')]
  const kinds = search({ entries, meanings: { amount: text } }, 'parcela').map(({ kind }) => kind)
  assert.deepEqual(kinds, ['guide', 'operation', 'event', 'field', 'error'])
})

test('a hit shows the words around what was met', () => {
  const [hit] = ask('/docs', 'sete dias')
  assert.match(hit?.snippet ?? '', /sete dias/)
  assert.ok(ask('/docs', 'entrada').every(({ snippet }) => snippet.length <= 140))
})

test('nothing is found for nothing, and for what is nowhere', () => {
  for (const query of ['', '   ', '...', 'nada disso existe xyzzy']) assert.deepEqual(ask('/docs', query), [])
})
