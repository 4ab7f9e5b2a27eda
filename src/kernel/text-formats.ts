/** One mailbox without display name or quotes, as a checkout form collects it: deliberately stricter than RFC 5322. */
const EMAIL =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Formats that request schemas name and that are not specific to Brazil. */
export const textFormats = {
  'email-address': (text: string): boolean =>
    text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text),
  /** Credentials in a link would be stored in plain text and shown to operators. */
  'http-link': (text: string): boolean => /^https?:\/\/[^\s\p{C}]+$/iu.test(text) && hasNoCredentials(text),
}

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
