import {
  type Composed,
  describeComposition,
  type Lent,
  layOutComposition,
  namePart,
  PART_COLOURS,
} from '../../brand/composition.ts'
import { type InstallmentState, RING_COLOURS } from '../../brand/ring.ts'
import { COLOURS, type ColourName, FONT_FAMILY, TYPE } from '../../brand/tokens.ts'
import { writeAmount } from '../../brazil/writing.ts'
import type { LenderContact } from '../../contract/lender.ts'
import type { Presented } from '../../contract/presented.ts'
import { toAscii } from '../../kernel/ascii-text.ts'

/** What an e-mail says, before it is laid out. */
export interface EmailDraft {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Names and what they are: 'Vencimento', '10/04/2026'. */
  readonly rows?: readonly (readonly [name: string, value: string])[]
  readonly links?: readonly { readonly label: string; readonly url: string }[]
  /** What the installments pay for, where the message is about a contract. */
  readonly composition?: EmailComposition | undefined
  /** Of the installments, where the message is about some of them. */
  readonly states?: readonly InstallmentState[] | undefined
  /** After the rows and links. */
  readonly closing?: readonly string[]
}

export interface EmailComposition {
  /** In centavos. */
  readonly parts: readonly Composed[]
  readonly lent: Lent
}

interface Email {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const WARNING =
  'Nunca informe códigos ou senhas a ninguém, nem a quem disser que é da loja ou do Crediário. Esta é uma mensagem automática: não é preciso responder.'

/** The same content as plain text and as HTML. Styles are inline and nothing is loaded, as mail programs want it. */
export function composeEmail(draft: EmailDraft, lender: Presented<LenderContact> | undefined): Email {
  return { subject: draft.subject, text: layOutText(draft, lender), html: layOutHtml(draft, lender) }
}

function layOutText(draft: EmailDraft, lender: Presented<LenderContact> | undefined): string {
  const { paragraphs, rows = [], links = [], closing = [], composition, states = [] } = draft
  return [
    ...paragraphs,
    rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...(composition === undefined
      ? []
      : [
          describeComposition(composition.parts, composition.lent),
          listParts(composition)
            .map(({ title, text }) => `${title}: ${text}`)
            .join('\n'),
        ]),
    ...(states.length === 0 ? [] : [`${countPaid(states)}.`]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...closing,
    WARNING,
    listLender(lender).join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const light = (name: ColourName): string => COLOURS[name].light
const FONT = `font-family:${FONT_FAMILY},Arial,Helvetica,sans-serif`
const PARAGRAPH = `margin:0 0 16px;font-size:${TYPE.text}px;line-height:26px;color:${light('ink')}`
const SMALL = `margin:0 0 8px;font-size:${TYPE.small}px;line-height:20px;color:${light('soft')}`
const CELL = `padding:6px 12px 6px 0;font-size:${TYPE.note}px;line-height:22px;color:${light('ink')};word-break:break-word`
const BUTTON = `display:inline-block;padding:14px 24px;border-radius:12px;background:${light('accent')};color:${light('on-accent')};font-size:${TYPE.text}px;font-weight:600;text-decoration:none`
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Three installments that are paid and the next one, then the name: what the mark is, without a picture to load. */
const HEAD = `<table ${TABLE} style="margin:0 0 24px"><tr>${(['accent', 'accent', 'accent', 'spark'] as const)
  .map(
    name =>
      `<td style="padding:0 3px 0 0"><div style="width:8px;height:18px;border-radius:3px;background:${light(name)};font-size:0;line-height:0">&#160;</div></td>`,
  )
  .join(
    '',
  )}<td style="padding:0 0 0 6px;font-size:${TYPE.heading}px;line-height:24px;font-weight:700;letter-spacing:-0.02em;color:${light('accent')}">crediário</td></tr></table>`

function layOutHtml(draft: EmailDraft, lender: Presented<LenderContact> | undefined): string {
  const { subject, paragraphs, rows = [], links = [], closing = [], composition, states = [] } = draft
  const paragraph = (text: string): string => `<p style="${PARAGRAPH}">${escapeHtml(text)}</p>`
  const small = (text: string): string => `<p style="${SMALL}">${escapeHtml(text)}</p>`
  const buttons = links.map(
    ({ label, url }) =>
      `<p style="margin:8px 0 24px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
  )
  const body = [
    HEAD,
    ...paragraphs.map(paragraph),
    layOutRows(rows),
    composition === undefined ? '' : layOutBar(composition),
    states.length === 0 ? '' : layOutStrip(states),
    ...buttons,
    ...closing.map(paragraph),
    `<div style="margin:0 0 16px;border-top:1px solid ${light('line')};font-size:0;line-height:0">&#160;</div>`,
    ...[WARNING, ...listLender(lender)].map(small),
  ]
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px 12px;background:${light('page')};${FONT}"><div style="max-width:600px;margin:0 auto;padding:28px 24px;background:${light('card')};border-radius:16px">${body.join('')}</div></body></html>`
}

function layOutRows(rows: NonNullable<EmailDraft['rows']>): string {
  if (rows.length === 0) return ''
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="${CELL};color:${light('soft')};vertical-align:top">${escapeHtml(name)}</td><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${cells.join('')}</table>`
}

/** The composition bar as one row of cells, each as wide as its part. */
function layOutBar(composition: EmailComposition): string {
  const cells = layOutComposition(composition.parts, 100, 0).map(
    ({ name, width }) =>
      `<td width="${width.toFixed(1)}%" style="width:${width.toFixed(1)}%;height:18px;background:${light(PART_COLOURS[name])};border-right:2px solid ${light('card')};font-size:0;line-height:0">&#160;</td>`,
  )
  const legend = listParts(composition).map(
    ({ name, title, text }) =>
      `<tr><td style="${CELL};padding:3px 12px 3px 0;color:${light('soft')}"><span style="display:inline-block;width:10px;height:10px;margin:0 8px 0 0;border-radius:3px;background:${light(PART_COLOURS[name])}"></span>${escapeHtml(title)}</td><td align="right" style="${CELL};padding:3px 0">${escapeHtml(text)}</td></tr>`,
  )
  const sentence = escapeHtml(describeComposition(composition.parts, composition.lent))
  return `<p style="margin:8px 0;font-size:${TYPE.note}px;line-height:22px;font-weight:600;color:${light('ink')}">${sentence}</p><table ${TABLE} width="100%" style="width:100%;margin:0 0 8px;border-radius:6px;overflow:hidden"><tr>${cells.join('')}</tr></table><table ${TABLE} width="100%" style="width:100%;margin:0 0 24px">${legend.join('')}</table>`
}

/** The ring unrolled: one cell for each installment. */
function layOutStrip(states: readonly InstallmentState[]): string {
  const cells = states.map(
    state =>
      `<td style="height:10px;background:${light(RING_COLOURS[state])};border-right:2px solid ${light('card')};font-size:0;line-height:0">&#160;</td>`,
  )
  return `<table ${TABLE} width="100%" style="width:100%;margin:0 0 8px;table-layout:fixed"><tr>${cells.join('')}</tr></table><p style="${SMALL};margin:0 0 16px">${escapeHtml(countPaid(states))}</p>`
}

function listParts({ parts, lent }: EmailComposition) {
  return layOutComposition(parts, 100, 0).map(({ name, value }) => ({
    name,
    title: namePart(name, lent),
    text: writeAmount(value),
  }))
}

function countPaid(states: readonly InstallmentState[]): string {
  const count = (wanted: InstallmentState): number => states.filter(state => state === wanted).length
  const [paid, late] = [count('paid'), count('late')]
  return `${paid} de ${states.length} ${states.length === 1 ? 'parcela paga' : 'parcelas pagas'}${late > 0 ? `, ${late} em atraso` : ''}`
}

function listLender(lender: Presented<LenderContact> | undefined): string[] {
  if (lender === undefined) return []
  const { name, cnpj, sac, ouvidoria } = lender
  const channels = [
    ...(sac === undefined ? [] : [`SAC ${sac}`]),
    ...(ouvidoria === undefined ? [] : [`Ouvidoria ${ouvidoria}`]),
  ]
  return [`${name}, CNPJ ${cnpj}`, ...(channels.length === 0 ? [] : [channels.join(' · ')])]
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const LONGEST_SHOP = 20

/** A name as it fits into one SMS. */
export function clip(name: string, length = LONGEST_SHOP): string {
  const ascii = toAscii(name).replaceAll(/[\^{}\\[~\]|`]/g, ' ')
  return ascii.length <= length ? ascii : ascii.slice(0, length).trimEnd()
}

export function greet(name: string | undefined): string {
  const [first] = name?.trim().split(/\s+/) ?? []
  return first ? `Olá, ${first}!` : 'Olá!'
}

export const seeAccount = (url: string) => ({ label: 'Ver na minha conta', url })
