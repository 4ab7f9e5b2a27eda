import type { ShellPage } from '../../platform/http/web-assets.ts'
import { html } from '../customer/markup.ts'

interface Words {
  readonly title: string
  readonly text: string
}

const UNKNOWN: Words = {
  title: 'Página não encontrada',
  text: 'Não há nada neste endereço. Confira se ele foi digitado ou copiado por inteiro.',
}
const FOR_PROGRAMS: Words = {
  title: 'Este endereço é para programas',
  text: 'Ele responde só a chamadas da API, não ao navegador. A referência mostra como usar.',
}
/** Prefixes of customer links: a link without its end leads nowhere. */
const LINKS: Readonly<Record<string, Words>> = {
  billet: {
    title: 'Falta uma parte do link do boleto',
    text: 'O endereço de um boleto termina em um código, que não veio junto. Abra de novo o link da mensagem, ou peça para a loja enviar de novo.',
  },
  onboarding: {
    title: 'Falta uma parte do link da compra',
    text: 'O endereço de uma compra termina em um código, que não veio junto. Abra de novo o link da mensagem, ou peça para a loja enviar de novo.',
  },
  pay: {
    title: 'Falta uma parte do link de pagamento',
    text: 'O endereço de um pagamento termina em um código, que não veio junto. Abra de novo o link da mensagem, ou peça para a loja enviar de novo.',
  },
}

/** For a person at an unknown address. The page does not repeat the address. */
export function presentMissingPage(url: string, isKnownAddress: boolean): ShellPage {
  const [, first = ''] = (url.split(/[?#]/, 1)[0] ?? '').split('/')
  const link = Object.hasOwn(LINKS, first) ? LINKS[first] : undefined
  const { title, text } = isKnownAddress ? FOR_PROGRAMS : (link ?? UNKNOWN)
  const { text: content } = html`<div class="page">
<header class="brand"><a href="/">Crediário</a></header>
<main class="stack roomy">
<div class="stack stack-tight">
<h1>${title}</h1>
<p class="soft">${text}</p>
</div>
<p class="row">${
    isKnownAddress
      ? html`<a class="button" href="/docs">Abrir a referência</a> <a class="button quiet" href="/">Página inicial</a>`
      : html`<a class="button quiet" href="/">Página inicial</a>`
  }</p>
</main>
</div>`
  return { entry: 'home', title, content }
}
