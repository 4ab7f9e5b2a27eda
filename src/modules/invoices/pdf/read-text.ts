import { getDocumentProxy } from 'unpdf'

const MAX_PAGES = 20
const MAX_LETTERS = 200_000

/** The text of the first pages, in reading order. Undefined when a viewer could not open the file. */
export async function readText(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const pdf = await getDocumentProxy(bytes, {
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    })
    let text = ''
    for (
      let number = 1;
      number <= Math.min(pdf.numPages, MAX_PAGES) && text.length < MAX_LETTERS;
      number += 1
    ) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
      text += '\n'
    }
    return text.slice(0, MAX_LETTERS)
  } catch {
    return undefined
  }
}
