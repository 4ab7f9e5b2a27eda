interface Found {
  readonly title: string
  readonly address: string
  readonly words: string
  readonly fields?: readonly string[]
}

const MOST = 12

/** Looks for all words of the query in a small list that is loaded when somebody begins to search. */
export function startSearch(): void {
  const page = document.querySelector<HTMLElement>('.docs')
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('.found')
  if (page === null || input === null || list === null) return
  const { search = '', none = '' } = page.dataset
  let loading: Promise<Found[]> | undefined
  const load = (): Promise<Found[]> => {
    loading ??= fetch(search).then(response => response.json())
    return loading
  }
  input.hidden = false
  input.addEventListener('focus', () => void load())
  input.addEventListener('input', async () => {
    const entries = await load()
    const words = simplify(input.value).split(/\s+/).filter(Boolean)
    list.replaceChildren(...(words.length === 0 ? [] : show(findEntries(entries, words), none)))
  })
  input.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    input.value = ''
    list.replaceChildren()
  })
}

/** "emissao" finds "Emissão". */
const simplify = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

function findEntries(entries: readonly Found[], words: readonly string[]): Found[] {
  const hasAll = (text: string): boolean => words.every(word => simplify(text).includes(word))
  const byTitle = entries.filter(({ title }) => hasAll(title))
  const others = entries.filter(entry => !byTitle.includes(entry) && hasAll(`${entry.title} ${entry.words}`))
  const known = new Set([...byTitle, ...others])
  const rest = entries.filter(entry => !known.has(entry))
  const [word = ''] = words
  const byField =
    words.length === 1
      ? [
          ...rest.flatMap(entry => findField(entry, name => name === word)),
          ...rest.flatMap(entry => findField(entry, name => name !== word && name.includes(word))),
        ]
      : []
  return [...byTitle, ...others, ...byField].slice(0, MOST)
}

/** A field leads to its row in the page. */
function findField({ title, address, fields = [] }: Found, isMeant: (name: string) => boolean): Found[] {
  const read = (anchor: string): string => anchor.slice(anchor.lastIndexOf('.') + 1)
  const anchor = fields.find(each => isMeant(simplify(read(each))))
  if (anchor === undefined) return []
  const [page = ''] = address.split('#')
  return [{ title: `${title}: ${read(anchor)}`, address: `${page}#${encodeURIComponent(anchor)}`, words: '' }]
}

function show(found: readonly Found[], none: string): Node[] {
  if (found.length === 0) return [document.createTextNode(none)]
  const list = document.createElement('ul')
  for (const { title, address } of found) {
    const link = document.createElement('a')
    link.href = address
    link.textContent = title
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  return [list]
}
