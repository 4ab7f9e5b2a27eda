import './billet.css'

const said = document.querySelector('[role=status]')
let timer: ReturnType<typeof setTimeout> | undefined

function say(sentence: string): void {
  if (said === null) return
  clearTimeout(timer)
  // Emptied first: a screen reader says the same sentence again only when it has gone in between.
  said.textContent = ''
  setTimeout(() => {
    said.textContent = sentence
  }, 50)
  timer = setTimeout(() => {
    said.textContent = ''
  }, 4_000)
}

async function copy(source: HTMLElement, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.dataset.value ?? '')
    say(done)
  } catch {
    getSelection()?.selectAllChildren(source)
    say('Código selecionado: agora copie')
  }
}

// Without this file there is no button that would do nothing; the codes can be selected and copied by hand.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy ?? '')
  if (source === null) continue
  button.hidden = false
  button.addEventListener('click', () => copy(source, button.dataset.done ?? ''))
}
