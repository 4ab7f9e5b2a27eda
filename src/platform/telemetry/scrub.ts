/*
 * The last filter before a log line leaves the process. The fields of a line are chosen with care; this masks what got
 * into a message or an error text all the same: API keys and signing secrets, e-mail addresses, and any run of digits
 * long enough to be a CPF, a Brazilian phone or a card number, with or without its usual punctuation.
 */
const SECRET = /(sk|pk|whsec)_[A-Za-z0-9_+/=-]{12,}/gi
const EMAIL = /[^\s@"\\,;:<>()[\]{}=&?]{1,64}(?:@|%40)[^\s@"\\,;:<>()[\]{}=&?]{1,255}/gi
const LONG_NUMBER = /\+?\(?\d(?:[ .()/-]{0,2}\d){9,18}(?!\d)/g
const VERY_LONG_NUMBER = /\d{20,}/g
/** Our own ids are hexadecimal and may contain ten digits in a row; they identify no person. */
const OWN_ID = /^"[0-9a-f]{24}"$/
/** With a letter: 32 digits alone are none of ours. */
const TRACE_ID = /^"(?=[0-9]*[a-f])[0-9a-f]{32}"$/
/** The head of a hash chain: verifying the chain later needs every digit. */
const CHAIN_HEAD = /^"\d{1,9}:[0-9a-f]{64}"$/
const TIMESTAMP = /^"\d{4}-\d\d-\d\dT[\d:.]+Z"$/
const OWN_TEXTS = [OWN_ID, TRACE_ID, CHAIN_HEAD, TIMESTAMP]

const JSON_TEXT = /"(?:[^"\\]|\\.)*"/g
const JSON_LONG_NUMBER = /([:[,])-?\d[\d.eE+-]{9,}(?=[,}\]])/g
/**
 * JSON escapes only the first control characters; terminals also obey these, and some readers split lines at the last
 * two.
 */
const TERMINAL_CONTROLS = /[\x7f-\x9f\u2028\u2029]/g

/** Each of the patterns above needs one of these. Most texts have none, and take a tenth of the time. */
const SUSPECT = /[@%\x7f-\x9f\u2028\u2029]|(?:sk|pk|whsec)_|\d(?:[ .()/-]{0,2}\d){9}|[:[,]-?\d[\d.eE+-]{9}/i

function scrubText(text: string): string {
  if (!SUSPECT.test(text) || OWN_TEXTS.some(own => own.test(text))) return text
  return text
    .replace(SECRET, '$1_[masked]')
    .replace(EMAIL, '[email]')
    .replace(VERY_LONG_NUMBER, '[number]')
    .replace(LONG_NUMBER, '[number]')
}

/** Takes and returns one line of JSON. */
export function scrubLine(line: string): string {
  if (!SUSPECT.test(line)) return line
  return line
    .replace(JSON_LONG_NUMBER, '$1"[number]"')
    .replace(JSON_TEXT, scrubText)
    .replace(TERMINAL_CONTROLS, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
