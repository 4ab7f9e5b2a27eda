import './docs.css'

const DEADLINE_MS = 30_000

/** The forms that send an example to this very service. */
function showForms(): void {
  for (const box of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
    box.hidden = false
    const form = box.querySelector('form')
    form?.addEventListener('submit', event => {
      event.preventDefault()
      void sendForm(form)
    })
  }
}

async function sendForm(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const output = form.querySelector('pre code')
  if (button === null || output === null || button.disabled) return
  button.disabled = true
  output.textContent = '…'
  try {
    const { url, init } = composeRequest(form)
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
    output.textContent = `${response.status} ${response.statusText}\n\n${await readBody(response)}`
  } catch (error) {
    output.textContent = String(error)
  } finally {
    button.disabled = false
  }
}

function composeRequest(form: HTMLFormElement): { url: string; init: RequestInit } {
  const { method = 'GET', path = '' } = form.dataset
  const given = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  const pick = (kind: string) =>
    given.flatMap(([name, value]) =>
      name.startsWith(`${kind}.`) && value !== '' ? [[name.slice(kind.length + 1), value] as const] : [],
    )
  const target = pick('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const query = new URLSearchParams(pick('query').map(each => [...each])).toString()
  const find = (name: string): string | undefined => given.find(([each]) => each === name)?.[1]
  const [key, body] = [find('apikey'), find('body')]
  const headers = {
    ...(key === undefined ? {} : { 'x-service-apikey': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return {
    url: query === '' ? target : `${target}?${query}`,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
  }
}

async function readBody(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json')) return `${type}, ${(await response.blob()).size} bytes`
  return JSON.stringify(await response.json(), undefined, 2)
}

interface Found {
  readonly title: string
  readonly address: string
  readonly words: string
  readonly fields?: readonly string[]
}

const MOST = 12

/** Looks for all words of the query in a small list that is loaded when somebody begins to search. */
function startSearch(): void {
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

const LANGUAGE = 'docs-language'
const samples = [...document.querySelectorAll<HTMLDetailsElement>('details.sample')]

/** The language that was opened last is open on every page. */
function rememberLanguage(): void {
  const last = localStorage.getItem(LANGUAGE)
  if (last !== null) for (const each of samples) each.open = each.dataset.language === last
  for (const sample of samples)
    sample.addEventListener('toggle', () => {
      if (!sample.open) return
      for (const other of samples) if (other !== sample) other.open = false
      localStorage.setItem(LANGUAGE, sample.dataset.language ?? '')
    })
}

/** Open where there is room beside the text, a button elsewhere. */
function placeContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>('details.contents')
  const isWide = matchMedia('(min-width: 60rem)')
  const place = (): void => {
    if (contents !== null) contents.open = isWide.matches
  }
  isWide.addEventListener('change', place)
  place()
}

placeContents()
rememberLanguage()
startSearch()
showForms()
