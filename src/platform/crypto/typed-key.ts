/*
 * Of 43 random base64 characters about 17 are small letters. 35 are so once in a hundred million keys; 30, without a
 * digit or a sign among the rest, once in a million.
 */
const MOST_OF_ONE_CASE = 35
const MANY_OF_ONE_CASE = 30

/**
 * Whether a key was typed by a person instead of drawn at random: readable text, encoded; or words that happen to be
 * base64. A key that can be remembered can be guessed.
 */
export function isTypedKey(key: Buffer): boolean {
  const isReadable = key.every(byte => byte >= 0x20 && byte < 0x7f)
  const written = key.toString('base64')
  const count = (pattern: RegExp): number => written.match(pattern)?.length ?? 0
  const ofOneCase = Math.max(count(/[a-z]/g), count(/[A-Z]/g))
  return isReadable || ofOneCase >= (count(/[0-9+/]/g) === 0 ? MANY_OF_ONE_CASE : MOST_OF_ONE_CASE)
}
