import './docs.css'
import { startSearch } from './search-box.ts'

const DEADLINE_MS = 30_000

/** The forms that send an example to this very service. */
function startForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('details.try form'))
    form.addEventListener('submit', event => {
      event.preventDefault()
      void sendForm(form)
    })
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

const LANGUAGE = 'docs-language'

/** The language that was chosen last is chosen on every page. */
function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.samples input')]
  const last = localStorage.getItem(LANGUAGE)
  const found = choices.find(({ value }) => value === last)
  if (found !== undefined) found.checked = true
  for (const choice of choices)
    choice.addEventListener('change', () => localStorage.setItem(LANGUAGE, choice.value))
}

const COPIED_MS = 2_000

/** The button lies above its block and moves nothing. */
function addCopyButtons(): void {
  const { copy = '', copied = '' } = document.querySelector<HTMLElement>('.docs')?.dataset ?? {}
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = copy
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = copied
      setTimeout(() => {
        button.textContent = copy
      }, COPIED_MS)
    })
    block.append(button)
  }
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
addCopyButtons()
startSearch()
startForms()
