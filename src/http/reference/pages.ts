import { presentLogo } from '../../brand/mark.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import type { SearchIndex } from '../../contract/reference-search.ts'
import type { ShellPage } from '../../platform/http/web-assets.ts'
import { html, Markup } from '../customer/markup.ts'
import { type Guide, readGuides } from './guides.ts'
import { LANGUAGES, type Language, presentPath, translate, WORDS } from './language.ts'
import { listOperations, type OpenApi, type Operation } from './list-operations.ts'
import { readPlainText, renderInline, renderMarkdown, slugify } from './markdown.ts'
import { presentFields, presentParameters } from './present-fields.ts'
import { presentOperation, presentVerb, type TryIt } from './present-operation.ts'
import { composeSearchIndex, EVENTS_PAGE } from './search-index.ts'

export interface ReferencePages {
  /** Undefined when there is no such page. */
  find(language: Language, name: string): ShellPage | undefined
  listNames(language: Language): string[]
  /** What the search of the pages looks through. */
  getSearchIndex(language: Language): SearchIndex
}

/** The address in guides and examples, which each program shows as its own. */
const DOCUMENTED_URL = 'http://127.0.0.1:3000'

/** Every page is composed when it is asked for first, and kept. */
export function composeReferencePages(document: OpenApi, tryIt: TryIt, publicUrl: string): ReferencePages {
  const guides = readGuides()
  const operations = listOperations(document)
  const composers = Object.fromEntries(
    LANGUAGES.map(language => [
      language,
      listPages(document, language, { guides: guides[language], operations }, tryIt),
    ]),
  ) as Record<Language, Map<string, () => Page>>
  const kept = new Map<string, ShellPage>()
  const indexes = new Map<Language, SearchIndex>()
  return {
    find(language, name) {
      const key = presentPath(language, name)
      const compose = composers[language].get(name)
      const page =
        kept.get(key) ??
        (compose &&
          presentPage(language, { guides: guides[language], operations }, withOwnUrl(compose(), publicUrl)))
      if (page !== undefined) kept.set(key, page)
      return page
    },
    listNames: language => [...composers[language].keys()],
    getSearchIndex(language) {
      const index = indexes.get(language) ?? composeSearchIndex(language, { document, guides, operations })
      indexes.set(language, index)
      return index
    },
  }
}

function withOwnUrl(page: Page, publicUrl: string): Page {
  const main = page.main.text.replaceAll(DOCUMENTED_URL, () => html`${publicUrl}`.text)
  return { ...page, main: new Markup(main) }
}

function listPages(
  document: OpenApi,
  language: Language,
  { guides, operations }: Contents,
  tryIt: TryIt,
): Map<string, () => Page> {
  const { events, eventsDescription } = WORDS[language]
  const pages = [
    ...guides.map(guide => [guide.name, () => composeGuide(language, guide)] as const),
    ...operations.map(
      operation =>
        [
          operation.name,
          () => ({
            name: operation.name,
            title: translate(language, operation.summary),
            description: firstSentence(translate(language, operation.description)),
            main: presentOperation(language, operation, tryIt),
          }),
        ] as const,
    ),
    [
      EVENTS_PAGE,
      () => ({
        name: EVENTS_PAGE,
        title: events,
        description: eventsDescription,
        main: html`<h1>${events}</h1>${presentEvents(language, document)}`,
      }),
    ] as const,
  ]
  return new Map<string, () => Page>(pages)
}

function composeGuide(language: Language, { name, title, source }: Guide): Page {
  const words = WORDS[language]
  const [intro = ''] = source.split(/^#{2,3} /m)
  const text = name === '' ? presentCards(source) : renderMarkdown(source)
  const headings = [...source.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  const main = html`<article class="guide"><h1>${title}</h1>${text}${name === 'errors' ? presentErrors(language) : undefined}</article>${
    headings.length < 2 || name === ''
      ? undefined
      : html`<aside class="beside" aria-label="${words.onThisPage}"><h2>${words.onThisPage}</h2><ul>${headings.map(
          heading => html`<li><a href="#${slugify(heading)}">${renderInline(heading)}</a></li>`,
        )}</ul></aside>`
  }`
  return {
    name,
    title,
    description: name === '' ? words.description : firstSentence(readPlainText(intro)),
    main,
  }
}

/** The start page: the rows of its table, each what somebody wants and where to read about it, are cards. */
function presentCards(source: string): Markup {
  const [before = '', table = '', after = ''] = source.split(/((?:^\|.*\n)+)/m)
  const rows = table
    .trim()
    .split('\n')
    .slice(2)
    .map(row => row.slice(1, -1).split(' | '))
  return html`<div class="lead">${renderMarkdown(before)}</div>
<ul class="cards">${rows.map(
    ([wish = '', pages = '']) =>
      html`<li><strong>${renderInline(pages.trim())}</strong> <span class="soft">${wish.trim()}</span></li>\n`,
  )}</ul>
${renderMarkdown(after)}`
}

const LONGEST_DESCRIPTION = 200

/** For the card of a link. */
function firstSentence(text: string): string {
  const [sentence = ''] = text.replaceAll('`', '').split(/(?<=[.:]) /)
  return sentence.length < 40 ? text.replaceAll('`', '').slice(0, LONGEST_DESCRIPTION) : sentence
}

interface Contents {
  readonly guides: readonly Guide[]
  readonly operations: readonly Operation[]
}

interface Page {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly main: Markup
}

/** What every page of the documentation has around it. */
function presentPage(
  language: Language,
  contents: Contents,
  { name, title, description, main }: Page,
): ShellPage {
  const words = WORDS[language]
  const other: Language = language === 'pt' ? 'en' : 'pt'
  const link = (page: string, text: string, method?: string): Markup =>
    html`<li><a href="${presentPath(language, page)}"${page === name ? html` aria-current="page"` : undefined}>${
      method && presentVerb(method, true)
    }${text}</a></li>\n`
  const tags = Map.groupBy(contents.operations, ({ tag }) => tag)
  const content = html`<div class="docs" data-search="${presentPath(language, 'search.json')}" data-none="${words.none}" data-kinds="${JSON.stringify(words.kinds)}" data-copy="${words.copy}" data-copied="${words.copied}">
<a class="skip" href="#text">${words.skip}</a>
<header class="top"><a class="brand" href="${presentPath(language, '')}">${new Markup(presentLogo())}</a>
<search><label class="unseen" for="search">${words.search}</label>
<input id="search" type="search" placeholder="${words.search}" autocomplete="off"><kbd class="keys" aria-hidden="true">Ctrl K</kbd>
<div class="found"></div><p class="unseen" role="status"></p></search>
<a href="${presentPath(other, name)}" lang="${WORDS[other].htmlLanguage}" hreflang="${WORDS[other].htmlLanguage}">${words.otherLanguage}</a></header>
<nav aria-label="${words.contents}"><details class="contents"><summary>${words.contents}</summary>
<h2>${words.guides}</h2><ul>${contents.guides.map(guide => link(guide.name, guide.title))}</ul>
<h2>${words.reference}</h2>
${[...tags].map(
  ([tag, operations]) =>
    html`<h3>${translate(language, tag)}</h3><ul>${operations.map(operation =>
      link(operation.name, translate(language, operation.summary), operation.method),
    )}</ul>`,
)}<h3>${words.events}</h3><ul>${link(EVENTS_PAGE, words.events)}</ul>
</details></nav>
<main id="text" tabindex="-1">${main}</main>
</div>`
  return {
    entry: 'docs',
    title: `${title} · ${words.title}`,
    description,
    language: words.htmlLanguage,
    content: content.text,
  }
}

/** Every event that is sent to receivers, with its fields. */
function presentEvents(language: Language, { webhooks = {} }: OpenApi): Markup {
  const words = WORDS[language]
  const [first] = Object.values(webhooks)
  const headers = first?.post.parameters ?? []
  return html`<h2 id="headers">${words.eventHeaders}</h2>${presentParameters(language, 'headers', headers)}
${Object.entries(webhooks).map(([type, { post }]) => {
  const schema = post.requestBody?.content['application/json']?.schema
  return html`<h2 id="${type}"><code>${type}</code></h2>
<p>${translate(language, post.summary ?? '')}. ${translate(language, post.description ?? '')}</p>
${schema && presentFields(language, type, schema)}`
})}`
}

/** Every refusal, by status, with the message that is sent when there is no more precise one. Messages are English. */
function presentErrors(language: Language): Markup {
  const words = WORDS[language]
  const statuses = Map.groupBy(Object.entries(errorCatalogue), ([, { status }]) => status)
  const sorted = [...statuses].toSorted(([one], [other]) => one - other)
  return html`${sorted.map(
    ([status, entries]) => html`<h2 id="status-${status}">${status}</h2>
<div class="wide" tabindex="0"><table><thead><tr><th>${words.code}</th><th>${words.meaning}</th></tr></thead><tbody>${entries.map(
      ([code, { message, meaning }]) =>
        html`<tr id="${code}"><td><code>${code}</code><div class="soft small" lang="en">${message}</div></td><td>${renderInline(translate(language, meaning))}</td></tr>\n`,
    )}</tbody></table></div>`,
  )}`
}
