import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundKind } from '../../contract/reference-search.ts'

export type Language = 'pt' | 'en'
export const LANGUAGES: readonly Language[] = ['pt', 'en']

/** By the English sentence that the document holds. */
const PORTUGUESE: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'portuguese.json'), 'utf8'),
)

/** English where there is no translation: a sentence in another language is better than none. */
export const translate = (language: Language, text: string): string =>
  language === 'en' || !Object.hasOwn(PORTUGUESE, text) ? text : (PORTUGUESE[text] ?? text)

export const hasTranslation = (text: string): boolean => Object.hasOwn(PORTUGUESE, text)

interface Words {
  readonly htmlLanguage: string
  readonly title: string
  readonly otherLanguage: string
  readonly search: string
  readonly contents: string
  readonly skip: string
  readonly guides: string
  readonly reference: string
  readonly events: string
  readonly parameters: string
  readonly body: string
  readonly answer: string
  readonly refusals: string
  readonly example: string
  readonly examples: string
  readonly exampleAnswer: string
  readonly required: string
  readonly values: string
  readonly field: string
  readonly type: string
  readonly meaning: string
  readonly tryIt: string
  readonly send: string
  readonly key: string
  readonly code: string
  readonly none: string
  readonly homologation: string
  readonly eventHeaders: string
  readonly kinds: Readonly<Record<FoundKind, string>>
  readonly copy: string
  readonly copied: string
  readonly onThisPage: string
  readonly sampleLanguage: string
  readonly description: string
  readonly eventsDescription: string
}

export const WORDS: Readonly<Record<Language, Words>> = {
  pt: {
    htmlLanguage: 'pt-BR',
    title: 'Documentação do Crediário',
    otherLanguage: 'English',
    search: 'Buscar',
    contents: 'Conteúdo',
    skip: 'Ir para o texto',
    guides: 'Guias',
    reference: 'Referência',
    events: 'Eventos',
    parameters: 'Parâmetros',
    body: 'Corpo da requisição',
    answer: 'Resposta',
    refusals: 'Recusas',
    example: 'Exemplo',
    examples: 'Exemplos de chamada',
    exampleAnswer: 'Exemplo de resposta',
    required: 'obrigatório',
    values: 'Valores',
    field: 'Campo',
    type: 'Tipo',
    meaning: 'Significado',
    tryIt: 'Experimentar',
    send: 'Enviar',
    key: 'Chave',
    code: 'Código',
    none: 'Nada foi encontrado.',
    homologation: 'Só em homologação.',
    eventHeaders: 'Cabeçalhos',
    kinds: { guide: 'Guia', operation: 'Chamada', event: 'Evento', field: 'Campo', error: 'Erro' },
    copy: 'Copiar',
    copied: 'Copiado',
    onThisPage: 'Nesta página',
    sampleLanguage: 'Linguagem do exemplo',
    description: 'Como uma loja vende com o Crediário: guias, todas as chamadas e exemplos para colar.',
    eventsDescription: 'Os eventos que o Crediário envia à loja, com todos os campos de cada um.',
  },
  en: {
    htmlLanguage: 'en',
    title: 'Crediário documentation',
    otherLanguage: 'Português',
    search: 'Search',
    contents: 'Contents',
    skip: 'Skip to the text',
    guides: 'Guides',
    reference: 'Reference',
    events: 'Events',
    parameters: 'Parameters',
    body: 'Request body',
    answer: 'Answer',
    refusals: 'Refusals',
    example: 'Example',
    examples: 'Example calls',
    exampleAnswer: 'Example answer',
    required: 'required',
    values: 'Values',
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    tryIt: 'Try it',
    send: 'Send',
    key: 'Key',
    code: 'Code',
    none: 'Nothing was found.',
    homologation: 'Homologation only.',
    eventHeaders: 'Headers',
    kinds: { guide: 'Guide', operation: 'Call', event: 'Event', field: 'Field', error: 'Error' },
    copy: 'Copy',
    copied: 'Copied',
    onThisPage: 'On this page',
    sampleLanguage: 'Language of the example',
    description: 'How a shop sells with Crediário: guides, every call, and examples to paste.',
    eventsDescription: 'The events that Crediário sends to the shop, with all fields of each.',
  },
}

/** Portuguese has the short addresses. */
export const presentPath = (language: Language, page: string): string =>
  [language === 'pt' ? '/docs' : '/docs/en', ...(page === '' ? [] : [page])].join('/')
