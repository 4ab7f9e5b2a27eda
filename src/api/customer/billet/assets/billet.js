const said = document.querySelector('[role=status]')
let timer

function say(sentence) {
  clearTimeout(timer)
  // Emptied first: a screen reader says the same sentence again only when it has gone in between.
  said.textContent = ''
  setTimeout(() => {
    said.textContent = sentence
  }, 50)
  timer = setTimeout(() => {
    said.textContent = ''
  }, 4000)
}

// Without this file there is no button that would do nothing; the codes can be selected and copied by hand.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.dataset.value)
      say(button.dataset.done)
    } catch {
      getSelection().selectAllChildren(source)
      say('Código selecionado: agora copie')
    }
  })
}
