import './docs.css'
import { startSearch } from './search.ts'
import { showForms } from './try-it.ts'

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
