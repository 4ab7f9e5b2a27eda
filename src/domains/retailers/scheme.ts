/**
 * Schemes with a meaning of their own in browsers and phones: they run code, read files, call, or start any app that the address
 * names. None of them is a shop's app.
 */
const KNOWN = new Set(
  (
    'about android-app applewebdata blob cid content data chrome chrome-extension edge facetime feed file filesystem ftp geo ' +
    'googlechrome http https intent ios-app itms itms-apps itms-services jar javascript livescript mailto market mhtml ' +
    'moz-extension ms-appinstaller ms-settings resource shell sip sms smsto ssh tel telnet urn vbscript view-source wss ws wyciwyg'
  ).split(' '),
)
const FORM = /^[a-z][a-z0-9+.-]{1,63}$/

export type ParsedScheme = { readonly scheme: string } | { readonly problem: string }

/** The scheme of an app's own links, written `loja`, `loja:` or `loja://`. A sentence says why another may not be allowed. */
export function parseScheme(text: string): ParsedScheme {
  const scheme = text.replace(/:(?:\/\/)?$/, '').toLowerCase()
  if (!FORM.test(scheme))
    return { problem: 'a scheme is the part before the colon, like loja of loja://pedido' }
  if (KNOWN.has(scheme) || scheme.startsWith('ms-'))
    return { problem: `${scheme} belongs to browsers and phones, not to the app of a shop` }
  return { scheme }
}
