import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { hidesText, type Operation } from './hidden-text.ts'

const MAX_PAGES = 20
const MAX_LETTERS = 200_000

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/**
 * The text of the first pages, in reading order, without pages that hide some of theirs. Undefined when a viewer could
 * not open the file.
 */
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
      const page = await pdf.getPage(number)
      if (await isDeceptive(page)) continue
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
      text += '\n'
    }
    return text.slice(0, MAX_LETTERS)
  } catch {
    return undefined
  }
}

async function isDeceptive(page: Page): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  const names = new Map(Object.entries(OPS).map(([name, code]) => [Number(code), name]))
  const { fnArray, argsArray } = await page.getOperatorList()
  const operations = fnArray.map((code, index): Operation => {
    const name = names.get(Number(code)) ?? ''
    const args: readonly unknown[] = argsArray[index] ?? []
    // A path comes with the code of the operation that paints it, here by its name.
    return { name, args: name === 'constructPath' ? [0, args[1], args[2], names.get(Number(args[0]))] : args }
  })
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  return hidesText(operations, [left, bottom, right, top], name => isDrawn(page, name))
}

/** A font whose letters are drawings of the file can show anything, or nothing. */
function isDrawn(page: Page, name: string): boolean {
  if (!page.commonObjs.has(name)) return false
  const font = page.commonObjs.get(name) as { readonly isType3Font?: boolean } | null
  return font?.isType3Font === true
}
