import { formatDigitLine } from '../../../brazil/boleto.ts'
import { maskCpf, writeAmount, writeCnpj, writeDate } from '../../../brazil/writing.ts'
import { ACCOUNT_PATH } from '../../../contract/account.ts'
import { getBank } from '../../../domains/lender/index.ts'
import { describeBillet, type findBilletSheet } from '../../../domains/receivables/index.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { computeQrSvg } from '../../../kernel/qr-code.ts'
import type { ShellPage } from '../../../platform/http/web-assets.ts'
import { html, type Markup } from '../markup.ts'
import { presentLogo } from '../present-logo.ts'
import { presentAccentStyle, presentShopName } from '../theme.ts'

export type LinkedSheet = NonNullable<Awaited<ReturnType<typeof findBilletSheet>>>
type DescribedBillet = ReturnType<typeof describeBillet>

const LONGEST_FIRST_NAME = 40
/** How a billet names a payer whose name nobody gave. */
const UNKNOWN_NAME = 'Cliente CPF '

const STATUS: Readonly<Record<DescribedBillet['standing'], string>> = {
  open: 'Pendente',
  late: 'Vencido',
  expired: 'Vencido',
  paid: 'Pago',
  canceled: 'Cancelado',
  registering: 'Em registro no banco',
}

/** The page behind a link: the amount, how to pay it, and just enough about the payer to recognise it as theirs. */
export function presentBilletPage(sheet: LinkedSheet, today: CalendarDate): ShellPage {
  const { billet, account, shop, theme } = sheet
  const shown = describeBillet(billet, today)
  const { standing, isPayable } = shown
  // What is to be paid today comes first: with fine and interest when it is late, without what was paid before.
  const amount = writeAmount(isPayable ? shown.due.totalCentavos : billet.amountCentavos)
  return presentDocument(
    `Boleto de ${amount}`,
    html`${theme.logo && html`<p>${presentShopName(shop.name, theme.logo)}</p>`}
<header class="billet-head">${presentLogo()}<p class="lender">${account.beneficiaryName}<br>CNPJ ${writeCnpj(account.beneficiaryDocument)}</p></header>
<section class="card stack stack-tight">
<p class="top"><span>${describeInstallment(sheet)}</span><span class="status ${standing}">${STATUS[standing]}</span></p>
<h1 class="amount">${amount}</h1>
<p>${describeStanding(sheet, shown)}</p>
</section>
${presentWays(sheet, shown)}
${presentDetails(sheet)}
${isPayable ? html`<p class="note">Antes de pagar, confira no seu banco o beneficiário e o valor.</p>` : undefined}
${TO_ACCOUNT}`,
    presentAccentStyle(theme),
  )
}

/** Wrong, forgotten and expired links look the same, so that nobody learns which tokens exist. */
export const MISSING_BILLET = {
  kind: 'dead-link',
  title: 'Boleto não encontrado',
  text: 'O link pode estar incompleto ou não valer mais. Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja. Na sua conta estão todas as parcelas.',
  action: { href: ACCOUNT_PATH, label: 'Abrir minha conta' },
} as const

/** It names nobody: it leads to the sign-in. */
const TO_ACCOUNT = html`<p class="note">Todas as parcelas, o contrato e seus pedidos estão na <a href="${ACCOUNT_PATH}">sua conta</a>.</p>`

function describeInstallment({ billet }: LinkedSheet): string {
  if (billet.kind === 'settlement') return 'Pagamento antecipado'
  return billet.kind === 'down-payment'
    ? 'Entrada'
    : `Parcela ${billet.installmentNumber} de ${billet.installmentCount}`
}

function describeStanding(
  { billet, payer }: LinkedSheet,
  { standing, isPayable, isPaidInPart, lastPayDate, due: { totalCentavos } }: DescribedBillet,
): Markup {
  const due = writeDate(billet.dueDate)
  const limit = writeDate(lastPayDate)
  if (isPayable && isPaidInPart)
    return html`Já recebemos uma parte dos ${writeAmount(billet.amountCentavos)}. Hoje faltam <strong>${writeAmount(totalCentavos)}</strong>. Pode ser pago até ${limit}.`
  switch (standing) {
    case 'open':
      return html`${greet(payer.name)}Vence em <strong>${due}</strong>.`
    case 'late': {
      if (totalCentavos === billet.amountCentavos)
        return html`Venceu em ${due}. Ainda pode ser pago até <strong>${limit}</strong>.`
      return html`Venceu em ${due}. O valor de hoje soma, aos ${writeAmount(billet.amountCentavos)} da parcela, multa de 2% e juros de 1% ao mês; seu banco calcula o valor do dia em que você pagar. Pode ser pago até <strong>${limit}</strong>.`
    }
    case 'expired':
      return billet.kind === 'installment'
        ? html`Venceu em ${due} e não pode mais ser pago por este boleto. Gere a segunda via na <a href="${ACCOUNT_PATH}">sua conta</a>: um boleto novo, com o valor do dia e sem custo de emissão.`
        : html`Venceu em ${due} e não pode mais ser pago por este boleto. Veja na <a href="${ACCOUNT_PATH}">sua conta</a> como pagar.`
    case 'paid':
      return html`Pagamento recebido${billet.paidAt && html` em <strong>${writeDate(calendarDateAt(billet.paidAt))}</strong>`}. ${thank(payer.name)}`
    case 'registering':
      return html`${greet(payer.name)}Vence em <strong>${due}</strong>. O boleto ainda está <strong>em registro no banco</strong>. ${billet.pixCode === undefined ? 'Volte' : 'Você já pode pagar com Pix; para pagar com o boleto, volte'} a esta página em algumas horas.`
    case 'canceled':
      return html`Este boleto foi cancelado. Não é preciso pagar.`
  }
}

/** A title that is being registered may be paid by Pix already, which needs no registration of a billet. */
function presentWays(
  sheet: LinkedSheet,
  { standing, isPayable, isPaidInPart, isCopyable, due }: DescribedBillet,
): Markup | undefined {
  if (isPayable && standing === 'late' && isCopyable)
    return html`${presentCopyOffer(due.totalCentavos)}
${presentPayment(sheet, isPaidInPart, ' quiet')}`
  if (isPayable) return presentPayment(sheet, isPaidInPart)
  const { pixCode } = sheet.billet
  return standing === 'registering' && pixCode !== undefined ? presentPix(pixCode) : undefined
}

/** The codes of a late billet state its face value: a new one asks for what is owed today. */
function presentCopyOffer(totalCentavos: number): Markup {
  return html`<section class="card stack" aria-labelledby="copy">
<h2 id="copy">Pague o valor de hoje</h2>
<p class="hint">Gere a segunda via na sua conta: um boleto novo de ${writeAmount(totalCentavos)}, sem custo de emissão e sem nada para você corrigir.</p>
<a class="button" href="${ACCOUNT_PATH}">Gerar segunda via</a>
</section>`
}

/** `look`: of its first button, where something else comes before it. */
function presentPayment({ billet }: LinkedSheet, isPaidInPart: boolean, look = ''): Markup {
  const groups = formatDigitLine(billet.digitLine)
    .split(' ')
    .map(group => html`<span>${group}</span> `)
  return html`${billet.pixCode === undefined ? undefined : presentPix(billet.pixCode, look)}
<section class="card stack" aria-labelledby="billet">
<h2 id="billet">Pague com o boleto</h2>
<p class="hint">No aplicativo do seu banco, escolha pagar boleto e cole esta linha.${isPaidInPart ? ` Ela traz o valor inteiro, de ${writeAmount(billet.amountCentavos)}: troque pelo que falta. Se o banco não deixar, devolvemos a diferença.` : ''}</p>
<code class="code-box by-words digits" id="digit-line" data-value="${billet.digitLine}" tabindex="0">${groups}</code>
<button class="button${billet.pixCode === undefined ? look : ' quiet'}" type="button" data-copy="digit-line" data-done="Linha digitável copiada" hidden>Copiar linha digitável</button>
<a class="button quiet" href="/billet/${billet.linkToken}/pdf" download="boleto.pdf">Baixar boleto em PDF</a>
</section>`
}

function presentPix(pixCode: string, look = ''): Markup {
  const code = computeQrSvg(pixCode)
  return html`<section class="card stack" aria-labelledby="pix">
<h2 id="pix">Pague com Pix</h2>
<p class="hint">Copie o código e cole em Pix copia e cola no aplicativo do seu banco.</p>
<button class="button${look}" type="button" data-copy="pix-code" data-done="Código Pix copiado" hidden>Copiar código Pix</button>
<code class="code-box" id="pix-code" data-value="${pixCode}" tabindex="0">${pixCode}</code>
<details>
<summary>Mostrar QR Code</summary>
<svg class="qr" viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label="QR Code do Pix" shape-rendering="crispEdges"><path d="${code.path}"/></svg>
</details>
</section>`
}

function presentDetails({ billet, account, payer, shop }: LinkedSheet): Markup {
  const rows = [
    ['Compra em', shop.name],
    ['Vencimento', writeDate(billet.dueDate)],
    ['Beneficiário', account.beneficiaryName],
    ['CNPJ', writeCnpj(account.beneficiaryDocument)],
    ['Pagador', [findFirstName(payer.name), `CPF ${maskCpf(payer.cpf)}`].filter(Boolean).join(', ')],
    ['Nosso número', getBank(account.bank.bank).slip.writeOurNumber(account.bank, billet.printedOurNumber)],
    ['Nº do documento', billet.documentNumber],
  ] as const
  return html`<section class="card" aria-label="Dados do boleto"><dl class="figures small">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl></section>`
}

/** Empty where the name is not known and billets say whose CPF it is. */
function findFirstName(name: string): string {
  if (name.startsWith(UNKNOWN_NAME)) return ''
  const [first = ''] = name.trim().split(/\s+/, 1)
  return first.toWellFormed().slice(0, LONGEST_FIRST_NAME).toWellFormed()
}

function greet(name: string): string {
  const first = findFirstName(name)
  return first === '' ? '' : `Olá, ${first}. `
}

function thank(name: string): string {
  const first = findFirstName(name)
  return first === '' ? 'Obrigado!' : `Obrigado, ${first}!`
}

function presentDocument(title: string, content: Markup, style?: string): ShellPage {
  const page = html`<main>
${content}
</main>
<p class="said" role="status" aria-live="polite"></p>`
  return { entry: 'billet', title, content: page.text, style }
}
