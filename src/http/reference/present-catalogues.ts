import { errorCatalogue } from '../../contract/errors.ts'
import { html, type Markup } from '../customer/markup.ts'
import { type Language, translate, WORDS } from './language.ts'
import type { OpenApi } from './list-operations.ts'
import { renderInline } from './markdown.ts'
import { presentFields, presentParameters } from './present-fields.ts'

/** Every event that is sent to receivers, with its fields. */
export function presentEvents(language: Language, { webhooks = {} }: OpenApi): Markup {
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
export function presentErrors(language: Language): Markup {
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
