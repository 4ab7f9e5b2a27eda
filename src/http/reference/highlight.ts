/*
 * Colours of code, put in when a page is composed: a browser gets spans and no library. Each language is a list of what
 * to recognise, tried in this order at every place; the rest is left as it is.
 */

type TokenClass = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'call'
type Rules = readonly (readonly [TokenClass, RegExp])[]

const QUOTED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/
const NUMBER = /\b\d[\d_]*(?:\.\d+)?\b/
const CALL = /\b[A-Za-z_]\w*(?=\()/

const JSON_RULES: Rules = [
  ['name', /"(?:[^"\\]|\\.)*"(?=\s*:)/],
  ['string', /"(?:[^"\\]|\\.)*"/],
  ['number', /-?\b\d+(?:\.\d+)?\b/],
  ['keyword', /\b(?:true|false|null)\b/],
]
const SCRIPT_RULES: Rules = [
  ['comment', /\/\/.*|\/\*[\s\S]*?\*\//],
  ['string', /"""[\s\S]*?"""|`[^`]*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/],
  [
    'keyword',
    /\b(?:import|from|export|const|let|var|new|await|async|return|if|else|for|of|function|true|false|null|undefined)\b/,
  ],
  ['call', CALL],
  ['name', /\b[A-Za-z_]\w*(?=:)/],
  ['number', NUMBER],
]

const LANGUAGES: Readonly<Record<string, Rules>> = {
  json: JSON_RULES,
  ts: SCRIPT_RULES,
  js: SCRIPT_RULES,
  java: SCRIPT_RULES,
  sh: [
    ['comment', /(?:^|(?<=\s))#.*/],
    // A body in single quotes may have several lines.
    ['string', /"(?:[^"\\]|\\.)*"|'[^']*'/],
    ['name', /\$\{[^}]*\}|\$\w+|^\w+(?==)/],
    ['keyword', /(?<=\s)--?[A-Za-z][\w-]*/],
    ['call', /^(?:curl|echo|node|npm|npx|export)\b|\b(?:curl|grep|cut|head|mktemp|date)(?=\s)/],
  ],
  php: [
    ['comment', /\/\/.*|#.*/],
    ['string', QUOTED],
    ['name', /\$\w+/],
    ['keyword', /\b(?:new|use|function|return|if|else|true|false|null)\b/],
    ['call', CALL],
    ['number', NUMBER],
  ],
  python: [
    ['comment', /#.*/],
    ['string', QUOTED],
    ['keyword', /\b(?:import|from|as|def|return|if|else|for|in|None|True|False)\b/],
    ['call', CALL],
    ['number', NUMBER],
  ],
  html: [
    ['comment', /<!--[\s\S]*?-->/],
    ['string', /"[^"]*"/],
    ['keyword', /<\/?[\w-]+|\/?>/],
    ['name', /\b[\w-]+(?==)/],
  ],
  css: [
    ['comment', /\/\*[\s\S]*?\*\//],
    ['string', /"[^"]*"/],
    ['keyword', /@[\w-]+/],
    ['name', /--[\w-]+(?=\s*:)|\b[\w-]+(?=\s*:\s)/],
    ['number', /#[0-9a-f]{3,8}\b|\b\d[\d.]*(?:em|rem|px|%)?/],
  ],
}

const SHORT: Readonly<Record<TokenClass, string>> = {
  comment: 'c',
  string: 's',
  number: 'n',
  keyword: 'k',
  name: 'p',
  call: 'f',
}

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const patterns = new Map<string, RegExp>()

function getPattern(language: string, rules: Rules): RegExp {
  const known =
    patterns.get(language) ??
    new RegExp(rules.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'gm')
  patterns.set(language, known)
  return known
}

/** Escaped HTML. Code of an unknown language has no colours. */
export function highlight(code: string, language: string): string {
  const rules = LANGUAGES[language]
  if (rules === undefined) return escapeText(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(getPattern(language, rules))) {
    const [text] = match
    const [kind] = rules.find(([name]) => match.groups?.[name] !== undefined) ?? []
    if (kind === undefined || text === '') continue
    html += escapeText(code.slice(end, match.index)) + presentToken(text, kind, language)
    end = match.index + text.length
  }
  return html + escapeText(code.slice(end))
}

function presentToken(text: string, kind: TokenClass, language: string): string {
  // The body of a call is more readable as what it is.
  if (language === 'sh' && /^'\s*[{[][\s\S]*[}\]]\s*'$/.test(text))
    return `${escapeText("'")}${highlight(text.slice(1, -1), 'json')}${escapeText("'")}`
  return `<span class="${SHORT[kind]}">${escapeText(text)}</span>`
}
