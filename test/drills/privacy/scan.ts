/** Values that must not be found, in the formats in which they were sent. */
export interface Secrets {
  /** Eleven digits each: CPFs and phones. */
  readonly numbers: ReadonlySet<string>
  /** Words that occur nowhere else: parts of e-mail addresses, streets, names. */
  readonly words: readonly string[]
  /** Keys, tokens and signing secrets. */
  readonly tokens: ReadonlySet<string>
}

export type Scan = (text: string) => string[]

const DIGITS = /\d(?:[ .()/-]{0,2}\d){10,}/g
const TOKENS = /[A-Za-z0-9_-]{16,}/g
const HEXADECIMAL = /(?:[0-9a-f]{2}){11,}/gi
const BASE64 = /[A-Za-z0-9+/_-]{16,}/g

/** Searches for secrets in plain text, hexadecimal and base64. */
export function createScan({ numbers, words, tokens }: Secrets): Scan {
  const needles = words.map(word => word.toLowerCase())

  function* findIn(text: string): Generator<string> {
    const lower = text.toLowerCase()
    for (const needle of needles) if (lower.includes(needle)) yield needle
    for (const [run] of text.matchAll(DIGITS)) {
      const digits = run.replaceAll(/\D/g, '')
      for (let at = 0; at + 11 <= digits.length; at++) {
        const eleven = digits.slice(at, at + 11)
        // Billets pad short numbers with zeros: a CPF with leading zeros counts only as a separate word.
        if (numbers.has(eleven) && (digits.length === 11 || !eleven.startsWith('000'))) yield eleven
      }
    }
    for (const [run] of text.matchAll(TOKENS)) if (tokens.has(run)) yield run
  }

  function* decode(text: string): Generator<string> {
    for (const [run] of text.matchAll(HEXADECIMAL)) yield Buffer.from(run, 'hex').toString('latin1')
    // The start of the encoded text is unknown, so every alignment of the groups is tried.
    for (const [run] of text.matchAll(BASE64))
      for (let skip = 0; skip < 4; skip++) yield Buffer.from(run.slice(skip), 'base64').toString('latin1')
  }

  return text => {
    const found = new Set(findIn(text))
    for (const decoded of decode(text)) for (const secret of findIn(decoded)) found.add(secret)
    return [...found]
  }
}
