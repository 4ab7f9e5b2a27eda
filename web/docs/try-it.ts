const DEADLINE_MS = 30_000

/** The forms that send an example to this very service. */
export function showForms(): void {
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
