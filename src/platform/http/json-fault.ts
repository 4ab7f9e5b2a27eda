/*
 * JSON.parse says where a text is broken only sometimes, and then quotes it. This finds the place without a quotation. It runs only
 * for texts that JSON.parse has refused.
 */
export interface JsonFault {
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
