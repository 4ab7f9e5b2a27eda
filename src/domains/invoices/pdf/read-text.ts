import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { hidesText, type Operation } from './hidden-text.ts'
import { hasViewerFontsOnly, isDrawnAs, type ViewerFont } from './viewer-fonts.ts'

const MAX_PAGES = 20
const MAX_LETTERS = 200_000

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

export interface ReadText {
  readonly text: string
  /** Pages were left out, because their text is not provably what a person sees. */
  readonly hasUnseen: boolean
}

/**
 * The text of the first pages, in reading order, without pages whose text is not provably what a person sees. Undefined
 * when a viewer could not open the file.
 */
export async function readText(bytes: Uint8Array): Promise<ReadText | undefined> {
  try {
    // The library takes the bytes away.
    const isProvable = await hasViewerFontsOnly(Buffer.from(bytes))
    const pdf = await getDocumentProxy(bytes, {
      disableFontFace: true,
      fontExtraProperties: true,
      stopAtErrors: false,
      verbosity: 0,
    })
    let text = ''
    let hasUnseen = false
    for (
      let number = 1;
      number <= Math.min(pdf.numPages, MAX_PAGES) && text.length < MAX_LETTERS;
      number += 1
    ) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const written = joinItems(items.filter(item => 'str' in item))
      if (written.trim() === '') continue
      if (!isProvable || (await isDeceptive(page))) hasUnseen = true
      else text += `${written}\n`
    }
    return { text: text.slice(0, MAX_LETTERS), hasUnseen }
  } catch {
    return undefined
  }
}

async function isDeceptive(page: Page): Promise<boolean> {
  // Notes, stamps and fields are drawn over the page, by every viewer in its own way.
  const annotations = (await page.getAnnotations()) as { readonly subtype?: string }[]
  if (annotations.some(({ subtype }) => subtype !== 'Link')) return true
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
  const fonts = new Map<string, ViewerFont>()
  return hidesText(operations, [left, bottom, right, top], (name, code, text) => {
    const font = fonts.get(name) ?? getFont(page, name)
    fonts.set(name, font)
    return isDrawnAs(font, code, text)
  })
}

function getFont(page: Page, name: string): ViewerFont {
  return page.commonObjs.has(name) ? ((page.commonObjs.get(name) as ViewerFont | null) ?? {}) : {}
}

/** A run of text as the PDF library gives it: what it says, where it begins and how far it reaches. */
interface TextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly hasEOL: boolean
}

/** Separates runs that are not read one after the other. No number and no word spans it. */
const BREAK = '|'
/** Of a letter's height: runs may touch, and letters of one line may stand higher or lower. */
const OVERLAP = 0.35
const SAME_LINE = 0.5

/**
 * The text in the order of the file, joined only where that is the order in which it is read: to the right on a line, and
 * downwards to the next. A file may draw the figures of a number in any order, and each at any place.
 */
function joinItems(items: Iterable<TextItem>): string {
  let text = ''
  let last: TextItem | undefined
  for (const item of items) {
    if (item.str === '') continue
    if (last !== undefined) text += separate(last, item)
    text += item.str
    last = item
  }
  return text
}

function separate(last: TextItem, item: TextItem): string {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = last.transform
  const [a2 = 1, b2 = 0, , , x2 = 0, y2 = 0] = item.transform
  const length = Math.hypot(a, b)
  const height = Math.hypot(c, d)
  const isTurned = a * a2 + b * b2 < 0.99 * length * Math.hypot(a2, b2)
  if (!(length > 0) || isTurned) return BREAK
  const along = ((x2 - x) * a + (y2 - y) * b) / length
  const upwards = ((y2 - y) * a - (x2 - x) * b) / length
  if (Math.abs(upwards) < SAME_LINE * height) {
    if (along < last.width - OVERLAP * height) return BREAK
    return last.hasEOL ? '\n' : ''
  }
  // A number does not go on in the next line.
  const isWithinNumber = /\d$/.test(last.str) && /^\d/.test(item.str)
  return upwards > 0 || isWithinNumber ? BREAK : '\n'
}
