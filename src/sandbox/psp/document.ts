import type { PspContext } from './psp-context.ts'

const FORMS: Readonly<Record<string, RegExp>> = { cpf: /^\d{11}$/, cnpj: /^[0-9A-Z]{14}$/ }

export function isDocument(name: string, text: string): boolean {
  return FORMS[name]?.test(text) ?? false
}

/** Finds what is about a person without storing who it is. */
export function computeDocumentIndex({ secrets }: Pick<PspContext, 'secrets'>, document: string): Buffer {
  return secrets.computeBlindIndex('request', `psp-debtor:${document}`)
}
