import { toAscii } from '../../kernel/ascii-text.ts'

const LONGEST_SHOP = 20

/** A name as it fits into one SMS. */
export function clip(name: string, length = LONGEST_SHOP): string {
  const ascii = toAscii(name).replaceAll(/[\^{}\\[~\]|`]/g, ' ')
  return ascii.length <= length ? ascii : ascii.slice(0, length).trimEnd()
}

export function greet(name: string | undefined): string {
  const [first] = name?.trim().split(/\s+/) ?? []
  return first ? `Olá, ${first}!` : 'Olá!'
}

export const seeAccount = (url: string) => ({ label: 'Ver na minha conta', url })
