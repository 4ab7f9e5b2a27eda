import { errorCatalogue } from '../../contract/errors.ts'
import type { ShellPage } from '../../platform/http/web-assets.ts'
import { html, Markup } from '../customer/markup.ts'
import { type Guide, readGuides } from './guides.ts'
import { LANGUAGES, type Language, presentPath, translate, WORDS } from './language.ts'
import { type Contents, EVENTS_PAGE, type Page, presentPage } from './layout.ts'
import { listOperations, type OpenApi } from './list-operations.ts'
import { renderMarkdown, slugify } from './markdown.ts'
import { presentErrors, presentEvents } from './present-catalogues.ts'
import { listFieldAnchors } from './present-fields.ts'
import { presentOperation, type TryIt } from './present-operation.ts'

export interface Found {
  readonly title: string
  readonly address: string
  /** What else it is found by. */
  readonly words: string
  /** Anchors of the page that end in the name of a field. */
  readonly fields?: readonly string[]
}

export interface ReferencePages {
  /** Undefined when there is no such page. */
  find(language: Language, name: string): ShellPage | undefined
  listNames(language: Language): string[]
  /** What the search of the pages looks through. */
  listFound(language: Language): Found[]
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
    listFound: language => listFound(document, language, { guides: guides[language], operations }),
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
  const { events } = WORDS[language]
  const pages = [
    ...guides.map(guide => [guide.name, () => composeGuide(language, guide)] as const),
    ...operations.map(
      operation =>
        [
          operation.name,
          () => ({
            name: operation.name,
            title: translate(language, operation.summary),
            main: presentOperation(language, operation, tryIt),
          }),
        ] as const,
    ),
    [
      EVENTS_PAGE,
      () => ({
        name: EVENTS_PAGE,
        title: events,
        main: html`<h1>${events}</h1>${presentEvents(language, document)}`,
      }),
    ] as const,
  ]
  return new Map<string, () => Page>(pages)
}

function composeGuide(language: Language, { name, title, source }: Guide): Page {
  const main = html`<h1>${title}</h1>${renderMarkdown(source)}${name === 'errors' ? presentErrors(language) : undefined}`
  return { name, title, main }
}

function listFound(document: OpenApi, language: Language, { guides, operations }: Contents): Found[] {
  const at = (name: string, anchor = ''): string =>
    presentPath(language, name) + (anchor === '' ? '' : `#${anchor}`)
  return [
    ...guides.map(({ name, title }) => ({ title, address: at(name), words: '' })),
    ...guides.flatMap(({ name, title, source }) =>
      [...source.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => ({
        title: `${title}: ${heading}`,
        address: at(name, slugify(heading)),
        words: '',
      })),
    ),
    ...operations.map(({ name, summary, method, path, described, input, answer }) => ({
      title: translate(language, summary),
      address: at(name),
      words: `${name} ${method} ${path}`,
      fields: [
        ...(described.parameters ?? []).flatMap(each =>
          each.in === 'path' || each.in === 'query' ? [`parameters.${each.name}`] : [],
        ),
        ...(input?.kind === 'body' ? listFieldAnchors('body', input.schema) : []),
        ...(answer.kind === 'json' ? listFieldAnchors('answer', answer.schema) : []),
      ],
    })),
    ...Object.entries(document.webhooks ?? {}).map(([type, { post }]) => ({
      title: `${type}: ${translate(language, post.summary ?? '')}`,
      address: at(EVENTS_PAGE, type),
      words: '',
      fields: listFieldAnchors(type, post.requestBody?.content['application/json']?.schema ?? {}),
    })),
    ...Object.entries(errorCatalogue).map(([code, { status, meaning }]) => ({
      title: code,
      address: at('errors', code),
      words: `${status} ${translate(language, meaning)}`,
    })),
  ]
}
