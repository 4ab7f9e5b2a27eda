import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type Markup } from '../customer/markup.ts'
import { type Language, presentPath, translate, WORDS } from './language.ts'
import type { Operation } from './list-operations.ts'
import { renderInline } from './markdown.ts'
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
  return html`<h1>${translate(language, operation.summary)}</h1>
<p class="address"><span class="verb">${method}</span> <code>${path}</code></p>
<p>${renderInline(translate(language, operation.description))}</p>
${tryIt.key === undefined ? undefined : presentForm(language, operation, example, tryIt)}
<h2 id="examples">${words.examples}</h2>
${composeSamples(operation, example.request).map(
  ({ language: name, code }, index) =>
    html`<details class="sample" data-language="${name}"${index === 0 ? html` open` : undefined}><summary>${name}</summary><pre tabindex="0"><code>${code}</code></pre></details>\n`,
)}
${parameters.length === 0 ? undefined : html`<h2 id="parameters">${words.parameters}</h2>${presentParameters(language, 'parameters', parameters)}`}
${input?.kind === 'body' ? html`<h2 id="body">${words.body}</h2>${presentFields(language, 'body', input.schema)}` : undefined}
<h2 id="answer">${words.answer}</h2>
${
  answer.kind === 'json'
    ? html`<h3>${words.exampleAnswer}</h3><pre tabindex="0"><code>${JSON.stringify(example.answer ?? {}, null, 2)}</code></pre>${presentFields(language, 'answer', answer.schema)}`
    : html`<p><code>${Object.keys(described.responses['200']?.content ?? {}).join(', ')}</code></p>`
}
<h2 id="refusals">${words.refusals}</h2>
<p>${Object.keys(described.responses)
    .filter(status => status !== '200')
    .map(status => html`<a href="${presentPath(language, 'errors')}#status-${status}">${status}</a> `)}</p>`
}

/** Works with the script of the page only, which shows it. */
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
  return html`<details class="try" hidden><summary>${words.tryIt}</summary>
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
