import { Markup } from '../customer/markup.ts'
import { highlight } from './highlight.ts'

/*
 * The Markdown of our own guides: headings, paragraphs, lists, tables, code, and within lines code, bold text and links. Everything is
 * escaped; nothing else is understood.
 */
const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

export const slugify = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

export function renderMarkdown(source: string): Markup {
  const blocks = source
    .trim()
    .split(/(```[\s\S]*?```)/)
    .flatMap(part => (part.startsWith('```') ? [part] : part.split(/\n{2,}/)))
  return new Markup(
    blocks
      .map(block => block.trim())
      .filter(Boolean)
      .map(renderBlock)
      .join('\n'),
  )
}

/** A block of code with its colours. The page's script adds the button that copies it. */
export const presentCode = (code: string, language: string): Markup =>
  new Markup(`<div class="code"><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>`)

/** What a search looks through: the words, without marks and blocks of code. */
export const readPlainText = (source: string): string =>
  source
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-|]+\|$/gm, ' ')
    .replaceAll(/^(?:- |\d+\. |#+ )/gm, '')
    .replaceAll(/\*\*|`| ?\| ?/g, mark => (mark.includes('|') ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The text of a line: code, bold and links only. */
export function renderInline(text: string): Markup {
  const html = text
    .split(/(`[^`]+`)/)
    .map(part => (part.startsWith('`') ? `<code>${escapeText(part.slice(1, -1))}</code>` : renderMarks(part)))
    .join('')
  return new Markup(html)
}

function renderMarks(text: string): string {
  return escapeText(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(((?:\/|#|https:\/\/)[^)\s]*)\)/g, '<a href="$2">$1</a>')
}

function renderBlock(block: string): string {
  const code = /^```(\w*)\n([\s\S]*?)\n?```$/.exec(block)
  if (code !== null) return presentCode(code[2] ?? '', code[1] ?? '').text
  const heading = /^(#{2,3}) (.+)$/.exec(block)
  if (heading !== null) {
    const level = heading[1]?.length ?? 2
    const words = heading[2] ?? ''
    return `<h${level} id="${slugify(words)}">${renderInline(words).text}</h${level}>`
  }
  if (block.startsWith('|')) return renderTable(block)
  const items = splitItems(block)
  if (items !== undefined) {
    const tag = /^\d/.test(block) ? 'ol' : 'ul'
    return `<${tag} class="list">${items.map(item => `<li>${renderInline(item).text}</li>`).join('')}</${tag}>`
  }
  return `<p>${renderInline(block.replaceAll('\n', ' ')).text}</p>`
}

function splitItems(block: string): string[] | undefined {
  if (!/^(?:- |\d+\. )/.test(block)) return undefined
  return block
    .split(/\n(?=- |\d+\. )/)
    .map(item => item.replace(/^(?:- |\d+\. )/, '').replaceAll(/\n\s*/g, ' '))
}

function renderTable(block: string): string {
  const [head = '', , ...rows] = block.split('\n')
  const cells = (row: string, tag: string): string =>
    row
      .slice(1, -1)
      .split(' | ')
      .map(cell => `<${tag}>${renderInline(cell.trim()).text}</${tag}>`)
      .join('')
  const body = rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('')
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`
}
