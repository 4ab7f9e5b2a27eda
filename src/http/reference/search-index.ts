import { errorCatalogue } from '../../contract/errors.ts'
import type { SearchEntry, SearchIndex } from '../../contract/reference-search.ts'
import type { Guide, GuideName } from './guides.ts'
import { type Language, presentPath, translate } from './language.ts'
import type { OpenApi, Operation, Schema } from './list-operations.ts'
import { readPlainText, slugify } from './markdown.ts'
import { listFieldAnchors, listFieldMeanings } from './present-fields.ts'

export const EVENTS_PAGE = 'events'

/** What people call a thing that the page names otherwise, in either language. */
const OTHER_NAMES: Readonly<Partial<Record<GuideName, string>>> = {
  payments: 'sinal parcelamento parcela vencimento juros multa quitar installment due date interest late fee',
  refunds: 'reembolso devolução devolver desistência troca arrependimento chargeback return withdraw',
  webhooks: 'callback notificação assinatura hmac segredo signature notification',
  'payment-links': 'link cobrança whatsapp qr code televendas',
  element: 'widget componente crediario-oferta script componente web component',
  flows: 'canais vendedor televendas aplicativo channels app pdp',
  sandbox: 'teste testes homologação personas relógio test clock',
  errors: 'código status http recusa repetir retry 400 401 409 422 429 503',
  clients: 'sdk biblioteca pacote library typescript php python java',
  versioning: 'compatibilidade depreciação changelog deprecation sunset',
  'going-live': 'produção homologação checklist chave live production',
  proof: 'confiança desempenho trust benchmark performance',
}

interface Contents {
  readonly document: OpenApi
  readonly guides: Readonly<Record<Language, readonly Guide[]>>
  readonly operations: readonly Operation[]
}

export function composeSearchIndex(language: Language, contents: Contents): SearchIndex {
  const { document, operations } = contents
  const webhooks = Object.entries(document.webhooks ?? {})
  return {
    entries: [
      ...listGuides(language, contents),
      ...operations.map(operation => presentOperation(language, operation)),
      ...webhooks.map(
        ([type, { post }]): SearchEntry => ({
          kind: 'event',
          title: translate(language, post.summary ?? ''),
          address: at(language, EVENTS_PAGE, type),
          words: type,
          text: translate(language, post.description ?? ''),
          fields: listFieldAnchors(type, readBody(post)),
        }),
      ),
      ...Object.entries(errorCatalogue).map(
        ([code, { status, meaning }]): SearchEntry => ({
          kind: 'error',
          title: code,
          address: at(language, 'errors', code),
          words: String(status),
          text: plain(translate(language, meaning)),
        }),
      ),
    ],
    meanings: Object.fromEntries(
      [
        ...operations.flatMap(({ input, answer }) => [
          ...(input === undefined ? [] : [input.schema]),
          ...(answer.kind === 'json' ? [answer.schema] : []),
        ]),
        ...webhooks.map(([, { post }]) => readBody(post)),
      ]
        .flatMap(listFieldMeanings)
        .toReversed()
        .map(([name, meaning]) => [name, plain(translate(language, meaning))]),
    ),
  }
}

const at = (language: Language, name: string, anchor = ''): string =>
  presentPath(language, name) + (anchor === '' ? '' : `#${anchor}`)

const plain = (text: string): string => text.replaceAll('`', '')

const readBody = ({
  requestBody,
}: {
  requestBody?: { content: Record<string, { schema: Schema }> }
}): Schema => requestBody?.content['application/json']?.schema ?? {}

/** A guide is found by its beginning and by each of its sections. */
function listGuides(language: Language, { guides }: Contents): SearchEntry[] {
  const other = guides[language === 'pt' ? 'en' : 'pt']
  return guides[language].flatMap(({ name, title, source }): SearchEntry[] => {
    const [intro = '', ...sections] = source.split(/^(?=#{2,3} )/m)
    const otherTitle = other.find(each => each.name === name)?.title ?? ''
    return [
      {
        kind: 'guide',
        title,
        address: at(language, name),
        words: `${otherTitle} ${OTHER_NAMES[name] ?? ''}`.trim(),
        text: readPlainText(intro),
      },
      ...sections.map((section): SearchEntry => {
        const [first = '', ...rest] = section.split('\n')
        const heading = first.replace(/^#+ /, '')
        return {
          kind: 'guide',
          title,
          heading: plain(heading),
          address: at(language, name, slugify(heading)),
          words: '',
          text: readPlainText(rest.join('\n')),
        }
      }),
    ]
  })
}

function presentOperation(language: Language, operation: Operation): SearchEntry {
  const { name, summary, description, method, path, described, input, answer } = operation
  const other = language === 'pt' ? summary : translate('pt', summary)
  return {
    kind: 'operation',
    title: translate(language, summary),
    address: at(language, name),
    words: `${name} ${method} ${path} ${other}`,
    text: plain(translate(language, description)),
    fields: [
      ...(described.parameters ?? []).flatMap(each =>
        each.in === 'path' || each.in === 'query' ? [`parameters.${each.name}`] : [],
      ),
      ...(input?.kind === 'body' ? listFieldAnchors('body', input.schema) : []),
      ...(answer.kind === 'json' ? listFieldAnchors('answer', answer.schema) : []),
    ],
  }
}
