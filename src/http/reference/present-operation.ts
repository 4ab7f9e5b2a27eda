import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type Markup } from '../customer/markup.ts'
import { type Language, presentPath, translate, WORDS } from './language.ts'
import type { Operation } from './list-operations.ts'
import { presentCode, renderInline } from './markdown.ts'
import { presentFields, presentParameters } from './present-fields.ts'
import { composeSamples, type ExampleRequest } from './samples.ts'

/** A call of the sandbox as it was made, and what came back; long lists and texts are shortened. */
export interface Example {
  readonly request: ExampleRequest
  /** Absent when the answer is a file. */
  readonly answer?: unknown
}

/** By the name of the operation. Written by `npm run generate -- examples`; a test compares them with the answers of today. */
export const EXAMPLES: Readonly<Record<string, Example>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8'),
)

const NO_EXAMPLE: Example = { request: { path: {}, query: {}, body: undefined } }

export interface TryIt {
  /** Absent where there is no demonstration retailer. */
  readonly key: string | undefined
  readonly publishableKey: string | undefined
}

export function presentOperation(language: Language, operation: Operation, tryIt: TryIt): Markup {
  const words = WORDS[language]
  const { method, path, input, answer, described } = operation
  const example = EXAMPLES[operation.name] ?? NO_EXAMPLE
  const parameters = (described.parameters ?? []).filter(each => each.in === 'path' || each.in === 'query')
  return html`<div class="operation"><div class="intro"><h1>${translate(language, operation.summary)}</h1>
<p class="address">${presentVerb(method)} <code>${path}</code></p>
<p>${renderInline(translate(language, operation.description))}</p></div>
<div class="beside"><h2 id="examples">${words.examples}</h2>
${presentSamples(language, operation, example)}
${
  answer.kind === 'json'
    ? html`<h3>${words.exampleAnswer}</h3>${presentCode(JSON.stringify(example.answer ?? {}, null, 2), 'json')}`
    : undefined
}</div>
<div class="detail">${tryIt.key === undefined ? undefined : presentForm(language, operation, example, tryIt)}
${parameters.length === 0 ? undefined : html`<h2 id="parameters">${words.parameters}</h2>${presentParameters(language, 'parameters', parameters)}`}
${input?.kind === 'body' ? html`<h2 id="body">${words.body}</h2>${presentFields(language, 'body', input.schema)}` : undefined}
<h2 id="answer">${words.answer}</h2>
${
  answer.kind === 'json'
    ? presentFields(language, 'answer', answer.schema)
    : html`<p><code>${Object.keys(described.responses['200']?.content ?? {}).join(', ')}</code></p>`
}
<h2 id="refusals">${words.refusals}</h2>
<p>${Object.keys(described.responses)
    .filter(status => status !== '200')
    .map(
      status => html`<a href="${presentPath(language, 'errors')}#status-${status}">${status}</a> `,
    )}</p></div></div>`
}

/** Reading, changing and removing have colours of their own. */
export function presentVerb(method: string, isSmall = false): Markup {
  const text = isSmall && method === 'DELETE' ? 'DEL' : method
  return html`<span class="verb verb-${method.toLowerCase()}${isSmall ? ' small' : ''}">${text}</span> `
}

const HIGHLIGHTED: Readonly<Record<string, string>> = {
  curl: 'sh',
  TypeScript: 'ts',
  PHP: 'php',
  Python: 'python',
  Java: 'java',
}

/** Tabs that work without a script: a choice of one language shows its code. */
function presentSamples(language: Language, operation: Operation, { request }: Example): Markup {
  const samples = composeSamples(operation, request)
  return html`<fieldset class="samples"><legend class="unseen">${WORDS[language].sampleLanguage}</legend>
${samples.map(
  ({ language: name }, index) =>
    html`<input type="radio" name="sample" id="sample-${name}" value="${name}"${index === 0 ? html` checked` : undefined}><label for="sample-${name}">${name}</label>\n`,
)}${samples.map(
  ({ language: name, code }) =>
    html`<div class="sample" data-language="${name}">${presentCode(code, HIGHLIGHTED[name] ?? '')}</div>\n`,
)}</fieldset>`
}

/** Works with the script of the page only: the style hides it where there is none. */
function presentForm(
  language: Language,
  operation: Operation,
  { request }: Example,
  { key, publishableKey }: TryIt,
): Markup {
  const words = WORDS[language]
  const isOfPage = operation.path.startsWith('/storefront/')
  const query = (operation.described.parameters ?? []).filter(each => each.in === 'query')
  const fields = [
    ...operation.pathParameters.map(name => presentInput('path', name, request.path[name] ?? '')),
    ...query.map(({ name }) =>
      presentInput(
        'query',
        name,
        isOfPage && name === 'key' ? (publishableKey ?? '') : (request.query[name] ?? ''),
      ),
    ),
  ]
  return html`<details class="try"><summary>${words.tryIt}</summary>
<form class="stack" data-method="${operation.method}" data-path="${operation.path}">
${isOfPage ? undefined : html`<label>${words.key} <input name="apikey" value="${key}" autocomplete="off" spellcheck="false"></label>`}
${fields}${
  request.body === undefined
    ? undefined
    : html`<label>${words.body} <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(request.body, null, 2)}</textarea></label>`
}
<button class="button">${words.send}</button>
<pre tabindex="0" role="status"><code></code></pre>
</form></details>`
}

const presentInput = (kind: string, name: string, value: string): Markup =>
  html`<label>${name} <input name="${kind}.${name}" value="${value}" autocomplete="off" spellcheck="false"></label>\n`
