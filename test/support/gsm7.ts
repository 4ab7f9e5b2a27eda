/** GSM 03.38: each of these costs one of the 160 places of a message; the extended ones cost two. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€'

const costs = new Map([
  ...[...BASIC].map(each => [each, 1] as const),
  ...[...EXTENDED].map(each => [each, 2] as const),
])

const ONE_PART = 160
const EACH_OF_SEVERAL = 153
const ONE_PART_UNICODE = 70
const EACH_OF_SEVERAL_UNICODE = 67

/** How many messages a phone company charges for the text: one letter outside of GSM 03.38 makes all of it Unicode. */
export function computeSmsParts(text: string): number {
  let length = 0
  for (const character of text) {
    const cost = costs.get(character)
    if (cost === undefined) return countParts(text.length, ONE_PART_UNICODE, EACH_OF_SEVERAL_UNICODE)
    length += cost
  }
  return countParts(length, ONE_PART, EACH_OF_SEVERAL)
}

function countParts(length: number, one: number, several: number): number {
  return length <= one ? 1 : Math.ceil(length / several)
}
