/** Text that is already HTML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[] | undefined

/** HTML with every value escaped, except values that this function returned. */
export function html(pieces: TemplateStringsArray, ...values: readonly Part[]): Markup {
  let text = pieces[0] ?? ''
  for (const [index, value] of values.entries()) text += presentPart(value) + (pieces[index + 1] ?? '')
  return new Markup(text)
}

function presentPart(value: Part): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(each => each.text).join('')
  return String(value).replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
