import { isUtf8 } from 'node:buffer'
import { RequestError } from '../../contract/errors.ts'

/*
 * JSON.parse accepts what we must not: two members of one name (the last wins, a proxy may have read the first), names
 * that poison prototypes, and characters PostgreSQL cannot store. One linear pass over the text finds these before
 * parsing; it does not check the grammar, which JSON.parse does afterwards.
 */
const MAX_DEPTH = 20
const MAX_VALUES = 10_000
const LONG_TEXT = 128
const FEW_NAMES = 32
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const LETTER_U = 0x75
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw invalidJson('is not UTF-8')
  const text = bytes.toString('utf8')
  new BodyScan(text).run()
  const value = parseJson(text)
  if (!isRecord(value)) throw new RequestError('invalid_body')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The engine's message quotes the body, so it must not be passed on.
    throw brokenJson(text)
  }
}

function brokenJson(text: string): RequestError {
  const { line, column } = locateJsonFault(text)
  return invalidJson(`is invalid JSON at line ${line}, column ${column}`)
}

function invalidJson(sentence: string): RequestError {
  return new RequestError('invalid_json', { details: [{ field: 'body', message: `body ${sentence}` }] })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class BodyScan {
  readonly #text: string
  /** One per open container: the names seen in an object, undefined for a list. */
  readonly #names: (FieldNames | undefined)[] = []
  /** One per open container: the member or the index that is being read. */
  readonly #labels: (string | number)[] = []
  #values = 1
  #expectsName = false
  /** Position of the next backslash at or after the last long text, so that each is searched for once. */
  #backslash = -1
  #hasEscapes = false
  #hasForbiddenCharacter = false

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    const text = this.#text
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (character === QUOTE) at = this.#readString(at + 1)
      else if (character === OPEN_OBJECT) this.#open(new FieldNames())
      else if (character === OPEN_LIST) this.#open(undefined)
      else if (character === COMMA) this.#advance()
      else if (character === CLOSE_OBJECT || character === CLOSE_LIST) this.#close()
    }
  }

  #open(names: FieldNames | undefined): void {
    if (this.#names.length === MAX_DEPTH)
      throw new RequestError('invalid_body', { message: 'Body nested too deeply' })
    this.#countValue()
    this.#names.push(names)
    this.#labels.push(names === undefined ? 0 : '')
    this.#expectsName = names !== undefined
  }

  #close(): void {
    this.#names.pop()
    this.#labels.pop()
    this.#expectsName = false
  }

  #advance(): void {
    this.#countValue()
    const last = this.#labels.length - 1
    const label = this.#labels[last]
    if (typeof label === 'number') this.#labels[last] = label + 1
    else this.#expectsName = true
  }

  #countValue(): void {
    this.#values += 1
    if (this.#values > MAX_VALUES)
      throw new RequestError('invalid_body', { message: 'Body has too many values' })
  }

  /** Returns the position of the closing quote. */
  #readString(start: number): number {
    const end = this.#findEnd(start)
    const names = this.#names[this.#names.length - 1]
    if (this.#expectsName && names !== undefined) this.#readName(names, start, end)
    else if (this.#hasForbiddenCharacter) throw this.#forbiddenCharacter()
    return end
  }

  #readName(names: FieldNames, start: number, end: number): void {
    this.#expectsName = false
    if (this.#hasForbiddenCharacter) throw new RequestError('forbidden_character')
    const written = this.#text.slice(start, end)
    const name = this.#hasEscapes ? this.#parseName(written) : written
    if (FORBIDDEN_NAMES.has(name)) throw new RequestError('forbidden_field_name')
    this.#labels[this.#labels.length - 1] = name
    if (!names.add(name)) throw this.#duplicate()
  }

  #findEnd(start: number): number {
    const text = this.#text
    this.#hasEscapes = false
    this.#hasForbiddenCharacter = false
    const near = Math.min(text.length, start + LONG_TEXT)
    for (let at = start; at < near; at++) {
      const character = text.charCodeAt(at)
      if (character === QUOTE) return at
      if (character === BACKSLASH) return this.#findEscapedEnd(at)
    }
    return this.#findFarEnd(near)
  }

  /** A base64 file has millions of characters: the engine's own search skips them many times faster. */
  #findFarEnd(start: number): number {
    const end = this.#text.indexOf('"', start)
    if (end === -1) throw brokenJson(this.#text)
    if (this.#backslash < start) {
      const next = this.#text.indexOf('\\', start)
      this.#backslash = next === -1 ? Number.POSITIVE_INFINITY : next
    }
    return this.#backslash > end ? end : this.#findEscapedEnd(this.#backslash)
  }

  #findEscapedEnd(start: number): number {
    const text = this.#text
    this.#hasEscapes = true
    for (let at = start; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (character === QUOTE) return at
      if (character !== BACKSLASH) continue
      at += 1
      if (text.charCodeAt(at) !== LETTER_U) continue
      const unit = this.#readUnit(at)
      at += 4
      if (isHighSurrogate(unit) && isLowSurrogate(this.#readEscape(at + 1))) at += 6
      else if (unit === 0 || isHighSurrogate(unit) || isLowSurrogate(unit)) this.#hasForbiddenCharacter = true
    }
    throw brokenJson(this.#text)
  }

  #parseName(written: string): string {
    try {
      return JSON.parse(`"${written}"`) as string
    } catch {
      throw brokenJson(this.#text)
    }
  }

  #readEscape(at: number): number {
    return this.#text.startsWith('\\u', at) ? this.#readUnit(at + 1) : Number.NaN
  }

  #readUnit(letterAt: number): number {
    return Number.parseInt(this.#text.slice(letterAt + 1, letterAt + 5), 16)
  }

  #duplicate(): RequestError {
    const field = this.#findField()
    return field === undefined
      ? new RequestError('duplicate_field')
      : new RequestError('duplicate_field', {
          message: `Duplicate field ${field}`,
          details: [{ field, message: `${field} appears twice` }],
        })
  }

  #forbiddenCharacter(): RequestError {
    const field = this.#findField()
    if (field === undefined) return new RequestError('forbidden_character')
    const message = `${field} contains a forbidden character`
    return new RequestError('forbidden_character', { message, details: [{ field, message }] })
  }

  /** Names come from the caller: only those that look like names may appear in an answer. */
  #findField(): string | undefined {
    const path = presentPath(this.#labels)
    return /^[\w.[\]-]{1,200}$/.test(path) ? path : undefined
  }
}

/** Most objects have few members, and a short list is searched faster than a set is built. */
class FieldNames {
  readonly #few: string[] = []
  #many: Set<string> | undefined

  /** False when the name was already there. */
  add(name: string): boolean {
    if (this.#many === undefined) {
      if (this.#few.includes(name)) return false
      this.#few.push(name)
      if (this.#few.length === FEW_NAMES) this.#many = new Set(this.#few)
      return true
    }
    const before = this.#many.size
    return this.#many.add(name).size > before
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** `products[0].amount` */
export function presentPath(labels: readonly (string | number)[]): string {
  let path = ''
  for (const label of labels) {
    if (typeof label === 'number') path += `[${label}]`
    else path += path === '' ? label : `.${label}`
  }
  return path
}

/*
 * JSON.parse says where a text is broken only sometimes, and then quotes it. This finds the place without a quotation. It runs only
 * for texts that JSON.parse has refused.
 */
interface JsonFault {
  /** Both from 1; a column counts UTF-16 units. */
  readonly line: number
  readonly column: number
}

type Expectation = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

const SPACE = new Set([' ', '\t', '\n', '\r'])
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/** The first character that cannot continue the text as JSON, or its end when it stops too early. */
export function locateJsonFault(text: string): JsonFault {
  const at = new FaultSearch(text).run()
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n') }
}

class FaultSearch {
  readonly #text: string
  readonly #open: ('{' | '[')[] = []
  #at = 0
  #expects: Expectation = 'value'

  constructor(text: string) {
    this.#text = text
  }

  run(): number {
    for (;;) {
      while (SPACE.has(this.#text[this.#at] ?? '')) this.#at += 1
      const character = this.#text[this.#at]
      if (character === undefined || !this.#take(character)) return this.#at
    }
  }

  /** False at the fault. */
  #take(character: string): boolean {
    const expects = this.#expects
    if (character === '}' || character === ']') return this.#close(character)
    if (expects === 'name' || expects === 'name or end') {
      this.#expects = 'colon'
      return character === '"' && this.#takeString()
    }
    if (expects === 'colon' || expects === 'comma or end') {
      if (character !== (expects === 'colon' ? ':' : ',')) return false
      this.#at += 1
      this.#expects = expects === 'comma or end' && this.#open.at(-1) === '{' ? 'name' : 'value'
      return true
    }
    return expects !== 'nothing' && this.#takeValue(character)
  }

  #takeValue(character: string): boolean {
    if (character === '{' || character === '[') {
      this.#at += 1
      this.#open.push(character)
      this.#expects = character === '{' ? 'name or end' : 'value or end'
      return true
    }
    this.#expects = this.#open.length === 0 ? 'nothing' : 'comma or end'
    return character === '"' ? this.#takeString() : this.#takeMatch(WORD)
  }

  #close(character: '}' | ']'): boolean {
    const opening = character === '}' ? '{' : '['
    const mayEnd = this.#expects.endsWith('or end')
    if (this.#open.at(-1) !== opening || !mayEnd) return false
    this.#open.pop()
    this.#at += 1
    this.#expects = this.#open.length === 0 ? 'nothing' : 'comma or end'
    return true
  }

  #takeString(): boolean {
    for (this.#at += 1; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? ''
      if (character < ' ') return false
      if (character === '"') {
        this.#at += 1
        return true
      }
      if (character !== '\\') continue
      this.#at += 1
      if (!this.#takeMatch(ESCAPE)) return false
      this.#at -= 1
    }
    return false
  }

  #takeMatch(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return false
    this.#at += found[0].length
    return true
  }
}
