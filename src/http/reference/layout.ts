import type { ShellPage } from '../../platform/http/web-assets.ts'
import { html, type Markup } from '../customer/markup.ts'
import type { Guide } from './guides.ts'
import { type Language, presentPath, translate, WORDS } from './language.ts'
import type { Operation } from './list-operations.ts'

export interface Contents {
  readonly guides: readonly Guide[]
  readonly operations: readonly Operation[]
}

export interface Page {
  readonly name: string
  readonly title: string
  readonly main: Markup
}

export const EVENTS_PAGE = 'events'

/** What every page of the documentation has around it. */
export function presentPage(language: Language, contents: Contents, { name, title, main }: Page): ShellPage {
  const words = WORDS[language]
  const other: Language = language === 'pt' ? 'en' : 'pt'
  const link = (page: string, text: string): Markup =>
    html`<li><a href="${presentPath(language, page)}"${page === name ? html` aria-current="page"` : undefined}>${text}</a></li>\n`
  const tags = Map.groupBy(contents.operations, ({ tag }) => tag)
  const content = html`<div class="docs" data-search="${presentPath(language, 'search.json')}" data-none="${words.none}">
<a class="skip" href="#text">${words.skip}</a>
<header class="top"><a class="brand" href="${presentPath(language, '')}">Crediário</a>
<search><label class="unseen" for="search">${words.search}</label>
<input id="search" type="search" placeholder="${words.search}" autocomplete="off" hidden>
<div class="found" role="status"></div></search>
<a href="${presentPath(other, name)}" lang="${WORDS[other].htmlLanguage}" hreflang="${WORDS[other].htmlLanguage}">${words.otherLanguage}</a></header>
<nav aria-label="${words.contents}"><details class="contents"><summary>${words.contents}</summary>
<h2>${words.guides}</h2><ul>${contents.guides.map(guide => link(guide.name, guide.title))}</ul>
<h2>${words.reference}</h2>
${[...tags].map(
  ([tag, operations]) =>
    html`<h3>${translate(language, tag)}</h3><ul>${operations.map(operation =>
      link(operation.name, translate(language, operation.summary)),
    )}</ul>`,
)}<h3>${words.events}</h3><ul>${link(EVENTS_PAGE, words.events)}</ul>
</details></nav>
<main id="text" tabindex="-1">${main}</main>
</div>`
  return {
    entry: 'docs',
    title: `${title} · ${words.title}`,
    language: words.htmlLanguage,
    content: content.text,
  }
}
