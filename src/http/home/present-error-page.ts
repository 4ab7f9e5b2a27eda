import { ACCOUNT_PATH } from '../../contract/account.ts'
import type { DeadEndPage } from '../../contract/first-screens.ts'
import type { PageFault } from '../../platform/http/server.ts'
import type { ShellPage, WebAssets } from '../../platform/http/web-assets.ts'

type Words = Omit<DeadEndPage, 'lender'>

const UNKNOWN: Words = {
  kind: 'not-found',
  title: 'Página não encontrada',
  text: 'Não há nada neste endereço. Confira se ele foi digitado ou copiado por inteiro.',
  action: { href: '/', label: 'Ir para a página inicial' },
}
const FOR_PROGRAMS: Words = {
  kind: 'not-found',
  title: 'Este endereço é para programas',
  text: 'Ele responde só a chamadas da API, não ao navegador. A referência mostra como usar.',
  action: { href: '/docs', label: 'Abrir a referência' },
}
/** The address again, without what was asked of it. */
const AGAIN = { href: '?', label: 'Tentar de novo' }
const FAILED: Words = {
  kind: 'fault',
  title: 'Algo deu errado do nosso lado',
  text: 'Não foi nada que você fez, e nada do que você já fez se perde. Já sabemos da falha. Tente de novo em alguns minutos.',
  action: AGAIN,
}
const AWAY: Words = {
  kind: 'away',
  title: 'Voltamos em instantes',
  text: 'O serviço não consegue responder agora. Nada do que você já fez se perde. Espere um minuto e tente de novo.',
  action: AGAIN,
}
/** Prefixes of customer links: a link without its end leads nowhere. */
const LINKS: Readonly<Record<string, Words>> = {
  billet: composeLink('do boleto', 'um boleto'),
  onboarding: composeLink('da compra', 'uma compra'),
  pay: composeLink('de pagamento', 'um pagamento'),
}

function composeLink(whose: string, what: string): Words {
  return {
    kind: 'dead-link',
    title: `Falta uma parte do link ${whose}`,
    text: `O endereço de ${what} termina em um código, que não veio junto. Abra de novo o link da mensagem, ou peça para a loja enviar de novo. O que você já comprou está na sua conta.`,
    action: { href: ACCOUNT_PATH, label: 'Abrir minha conta' },
  }
}

/** For a person who gets no page. It does not repeat the address. */
export function presentErrorPage(
  { firstScreens }: Pick<WebAssets, 'firstScreens'>,
  lender: DeadEndPage['lender'],
  { url, fault }: { readonly url: string; readonly fault: PageFault },
): ShellPage {
  const words = fault === 'unknown' ? describeUnknown(url) : WORDS[fault]
  return { entry: 'dead-end', title: words.title, content: firstScreens.deadEnd({ ...words, lender }) }
}

const WORDS: Readonly<Record<Exclude<PageFault, 'unknown'>, Words>> = {
  'for-programs': FOR_PROGRAMS,
  failed: FAILED,
  away: AWAY,
}

function describeUnknown(url: string): Words {
  const [, first = ''] = (url.split(/[?#]/, 1)[0] ?? '').split('/')
  return (Object.hasOwn(LINKS, first) ? LINKS[first] : undefined) ?? UNKNOWN
}
