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
  /** After the rows and links. */
  readonly closing?: readonly string[]
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
  const { paragraphs, rows = [], links = [], closing = [] } = draft
  return [
    ...paragraphs,
    ...(rows.length === 0 ? [] : [rows.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...closing,
    WARNING,
    listLender(lender).join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const FONT = 'font-family:Arial,Helvetica,sans-serif'
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1c2126'
const SMALL = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#59636e'
const CELL = 'padding:6px 12px 6px 0;font-size:15px;line-height:22px;color:#1c2126;word-break:break-word'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5d4e;color:#ffffff;font-size:16px;text-decoration:none'

function layOutHtml(draft: EmailDraft, lender: Presented<LenderContact> | undefined): string {
  const { subject, paragraphs, rows = [], links = [], closing = [] } = draft
  const paragraph = (text: string): string => `<p style="${PARAGRAPH}">${escapeHtml(text)}</p>`
  const small = (text: string): string => `<p style="${SMALL}">${escapeHtml(text)}</p>`
  const table =
    rows.length === 0
      ? ''
      : `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${rows
          .map(
            ([name, value]) =>
              `<tr><td style="${CELL};color:#59636e;vertical-align:top">${escapeHtml(name)}</td><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>`
  const buttons = links.map(
    ({ label, url }) =>
      `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
  )
  const body = [
    ...paragraphs.map(paragraph),
    table,
    ...buttons,
    ...closing.map(paragraph),
    ...[WARNING, ...listLender(lender)].map(small),
  ]
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;background:#f4f5f6;${FONT}"><div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">${body.join('')}</div></body></html>`
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
