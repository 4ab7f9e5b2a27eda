import { compressOperators, type DocumentInfo, openA4Document, SCALE } from './a4-document.ts'

/** A PDF of A4 pages, each a list of drawing operators in millimetres from its upper left corner. */
export async function composeDocument(pages: readonly string[], info: DocumentInfo): Promise<Buffer> {
  const { document, addForm, finish } = openA4Document(info)
  for (const orders of pages) {
    document.addPage()
    document.page.xobjects.P = addForm(compressOperators(orders))
    document.addContent(`q ${SCALE} 0 0 ${SCALE} 0 0 cm /P Do Q`)
  }
  return finish()
}
