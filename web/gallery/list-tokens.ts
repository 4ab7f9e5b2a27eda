/** A named value of the design package, as the browser reads it in the present scheme. */
interface Token {
  readonly name: string
  readonly value: string
}

const IS_COLOUR = /^(?:#|rgb)/

/** The names that the style sheet defines at its root, in its order. */
export function listTokens(kind: 'color' | 'text'): Token[] {
  const names = new Set(
    [...document.styleSheets].flatMap(sheet =>
      [...sheet.cssRules].flatMap(rule =>
        rule instanceof CSSStyleRule && rule.selectorText === ':root'
          ? [...rule.style].filter(name => name.startsWith('--'))
          : [],
      ),
    ),
  )
  const style = getComputedStyle(document.documentElement)
  const tokens = [...names].map(name => ({ name, value: style.getPropertyValue(name).trim() }))
  return tokens.filter(({ name, value }) =>
    kind === 'text' ? /^--text\b/.test(name) : IS_COLOUR.test(value),
  )
}
