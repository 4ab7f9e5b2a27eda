import type { SearchIndex } from '../../src/contract/reference-search.ts'
import { findMarks, type Hit, search, splitQuery } from './search.ts'

/** The list that is searched is loaded when somebody begins to search. */
export function startSearch(): void {
  const page = document.querySelector<HTMLElement>('.docs')
  const input = document.querySelector<HTMLInputElement>('#search')
  const list = document.querySelector<HTMLElement>('.found')
  const status = document.querySelector<HTMLElement>('.top search [role="status"]')
  const keys = document.querySelector<HTMLElement>('.keys')
  if (page === null || input === null || list === null || status === null) return
  const { search: address = '', none = '', kinds = '{}' } = page.dataset
  const names = JSON.parse(kinds) as Readonly<Record<string, string>>
  let loading: Promise<SearchIndex> | undefined
  const load = (): Promise<SearchIndex> => {
    loading ??= fetch(address).then(response => response.json())
    return loading
  }
  const clear = (): void => {
    list.replaceChildren()
    status.textContent = ''
  }
  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll('a')]
  if (keys !== null && /Mac|iPhone|iPad/.test(navigator.platform)) keys.textContent = '⌘ K'
  input.addEventListener('focus', () => void load())
  input.addEventListener('input', async () => {
    const index = await load()
    const query = input.value
    const hits = search(index, query)
    if (query.trim() === '') return clear()
    status.textContent = hits.length === 0 ? none : `${hits.length}`
    list.replaceChildren(hits.length === 0 ? none : presentHits(hits, splitQuery(query), names))
  })
  input.addEventListener('keydown', event => {
    const [first] = links()
    if (event.key === 'Escape') {
      input.value = ''
      clear()
    } else if (event.key === 'Enter') first?.click()
  })
  input.closest('search')?.addEventListener('keydown', event => move(event, input, links()))
  document.addEventListener('keydown', event => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  document.addEventListener('click', event => {
    if (event.target instanceof Node && input.closest('search')?.contains(event.target) !== true) clear()
  })
}

/** Arrows go through the field and what was found. */
function move(event: KeyboardEvent, input: HTMLInputElement, links: readonly HTMLElement[]): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || links.length === 0) return
  event.preventDefault()
  const stops: readonly (Element | null)[] = [input, ...links]
  const at = stops.indexOf(document.activeElement)
  const next = stops[(at + step + stops.length) % stops.length]
  if (next instanceof HTMLElement) next.focus()
}

function presentHits(
  hits: readonly Hit[],
  words: readonly string[],
  names: Readonly<Record<string, string>>,
): Node {
  const list = create('ul', '')
  for (const { kind, title, place, address, snippet } of hits) {
    const link = document.createElement('a')
    link.href = address
    const head = create('span', 'hit')
    head.append(create('span', `tag kind-${kind}`, names[kind]), ' ', create('strong', '', title))
    if (place !== '') head.append(' ', create('span', 'soft', place))
    link.append(head, ' ', presentSnippet(snippet, words))
    const item = create('li', '')
    item.append(link)
    list.append(item)
  }
  return list
}

function presentSnippet(text: string, words: readonly string[]): HTMLElement {
  const line = create('span', 'soft small')
  let end = 0
  for (const [from, to] of findMarks(text, words)) {
    line.append(text.slice(end, from), create('mark', '', text.slice(from, to)))
    end = to
  }
  line.append(text.slice(end))
  return line
}

function create(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}
