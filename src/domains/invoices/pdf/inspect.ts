import { InputError } from '../../../kernel/faults.ts'
import { listObjects } from './objects.ts'
import { listWrittenNames } from './scanner.ts'
import { Budget, EXPANDS_TOO_FAR, isObjectStream, measureStream, openObjectStream } from './streams.ts'

export type Inspection =
  | { readonly verdict: 'accepted' }
  | { readonly verdict: 'not-a-pdf' | 'expands-too-far' }
  /** `found` names the refused content, for the sender. */
  | { readonly verdict: 'active-content'; readonly found: string }

/** Names by which a PDF runs code, opens other resources, embeds files or hides its content from inspection. */
const REFUSED_NAMES = new Set([
  ...['JavaScript', 'JS', 'OpenAction', 'AA', 'Launch', 'SubmitForm', 'ImportData', 'XFA'],
  ...['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'Collection', 'GoToR', 'GoToE'],
  ...['RichMedia', 'RichMediaContent', 'RichMediaExecute', 'Rendition', 'Movie', 'Sound', 'Screen'],
  ...['Flash', '3D', 'U3D', 'Encrypt', 'Crypt'],
])
/** Shorter names occur by chance in compressed bytes. */
const LONG_NAME = 5

/** Checks the first and last bytes, before anything is decompressed. */
export function looksLikePdf(bytes: Buffer): boolean {
  if (!/^%PDF-[12]\.[0-9][\r\n \t%]/.test(bytes.toString('latin1', 0, 16))) return false
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  return /%%EOF[\s\0]*$/.test(tail) && tail.includes('startxref')
}
const TAIL_BYTES = 1_024

/** A file that ends with a ZIP directory opens as an archive, whatever precedes it. */
function isArchiveToo(bytes: Buffer): boolean {
  return bytes.subarray(-MAX_DIRECTORY_BYTES).includes('PK\x05\x06', 0, 'latin1')
}
const MAX_DIRECTORY_BYTES = 65_557

/** Inspects everything that a viewer could reach. Time and memory grow with the file: not for the main thread. */
export async function inspectPdf(bytes: Buffer): Promise<Inspection> {
  if (!looksLikePdf(bytes) || isArchiveToo(bytes)) return { verdict: 'not-a-pdf' }
  try {
    return await lookThrough(bytes)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.fault === EXPANDS_TOO_FAR
      ? { verdict: 'expands-too-far' }
      : { verdict: 'active-content', found: error.message }
  }
}

async function lookThrough(bytes: Buffer): Promise<Inspection> {
  const budget = new Budget()
  for (const name of listWrittenNames(bytes))
    if (name.length >= LONG_NAME && REFUSED_NAMES.has(name)) return refuse(name)
  let hasCatalog = false
  for (const object of listObjects(bytes)) {
    const refused = object.names.find(name => REFUSED_NAMES.has(name))
    if (refused !== undefined) return refuse(refused)
    hasCatalog ||= object.names.includes('Catalog')
    if (object.streamAt === undefined) continue
    if (!isObjectStream(object)) {
      await measureStream(bytes, object, budget)
      continue
    }
    for (const name of listWrittenNames(await openObjectStream(bytes, object, budget))) {
      if (REFUSED_NAMES.has(name)) return refuse(name)
      hasCatalog ||= name === 'Catalog'
    }
  }
  return hasCatalog ? { verdict: 'accepted' } : { verdict: 'not-a-pdf' }
}

function refuse(name: string): Inspection {
  return {
    verdict: 'active-content',
    found: name === 'Encrypt' || name === 'Crypt' ? 'encryption' : `/${name}`,
  }
}
