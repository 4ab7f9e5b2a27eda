import { listObjects } from './objects.ts'
import { listWrittenNames } from './scanner.ts'
import { Budget, isObjectStream, openObjectStream } from './streams.ts'

/*
 * Whether all text of a file is drawn with letters of the viewer, by the meaning that everybody gives to their codes. A
 * font that comes with the file may draw a 9 where the text says 1, and the text does not reveal it. So only the
 * fonts that every viewer has are accepted, with their usual encodings; in all other cases a person looks at the page.
 */

/** By these a file brings letters of its own, or another order of a font's letters. */
const OWN_LETTERS = new Set([
  ...['FontFile', 'FontFile2', 'FontFile3', 'CharProcs', 'Differences'],
  ...['Type0', 'Type3', 'CIDFontType0', 'CIDFontType2'],
])

/** Helvetica, Times and Courier, and the names by which viewers know the same letters. */
const TEXT_FONT =
  /^(?:(?:Helvetica|Courier)(?:-(?:Bold)?(?:Oblique)?)?|Times-(?:Roman|Bold|Italic|BoldItalic)|(?:Arial|TimesNewRoman|CourierNew)(?:PS)?(?:MT)?(?:[,-](?:Bold)?(?:Italic)?(?:MT)?)?)$/
const ENCODING = /^(?:WinAnsi|MacRoman|Standard)Encoding$/
/** What must follow these names directly. A reference to another object is not followed, and counts as something else. */
const FOLLOWED_BY: Readonly<Record<string, RegExp>> = {
  BaseFont: TEXT_FONT,
  FontName: TEXT_FONT,
  Encoding: ENCODING,
}

/** The file was inspected before: its objects can be listed, and its object streams opened. */
export async function hasViewerFontsOnly(bytes: Buffer): Promise<boolean> {
  const budget = new Budget()
  for (const object of listObjects(bytes)) {
    if (!areUsual(object.names)) return false
    if (object.streamAt === undefined || !isObjectStream(object)) continue
    if (!areUsual([...listWrittenNames(await openObjectStream(bytes, object, budget))])) return false
  }
  return true
}

function areUsual(names: readonly string[]): boolean {
  return names.every((name, at) => {
    if (OWN_LETTERS.has(name)) return false
    const wanted = Object.hasOwn(FOLLOWED_BY, name) ? FOLLOWED_BY[name] : undefined
    return wanted === undefined || wanted.test(names[at + 1] ?? '')
  })
}

/** What the PDF library knows about such a font. */
export interface ViewerFont {
  /** The names of its letters by their code. */
  readonly defaultEncoding?: readonly string[]
}

const decoders = {
  ccedilla: new TextDecoder('windows-1252'),
  Aacute: new TextDecoder('macintosh'),
} as const
/** Of the code that tells the encodings apart. */
const TELLING_CODE = 0xe7

/**
 * Whether a code that the file calls so is drawn so. A map from codes to text (ToUnicode) changes what is read, and
 * nothing of what is seen. Of signs that are neither letters nor figures, only that they are none is checked.
 */
export function isDrawnAs({ defaultEncoding }: ViewerFont, code: number, text: string): boolean {
  const drawn = decode(defaultEncoding?.[TELLING_CODE], code)
  return drawn === text || !(hasWord(drawn) || hasWord(text))
}

function decode(telling: string | undefined, code: number): string {
  if (code < 0x80) return String.fromCharCode(code)
  const decoder = telling === 'ccedilla' || telling === 'Aacute' ? decoders[telling] : undefined
  // An unknown encoding draws something that is not known, which agrees with no letter.
  return decoder?.decode(Uint8Array.of(code & 0xff)) ?? '\ufffd'
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.normalize('NFKD'))
