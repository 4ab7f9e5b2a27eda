import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Combobox, type ComboboxOption } from '../design/combobox.tsx'
import { Kbd } from '../design/kbd.tsx'
import type { ModalHandle } from '../design/modal.tsx'
import { ShellIcon } from './shell-icons.tsx'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
export const SEARCH_KEYS: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Something that can be gone to. */
export interface Place extends ComboboxOption {
  readonly href: string
}

interface PaletteProps {
  readonly modal: ModalHandle
  /** Pages, which are found while one types. */
  readonly places: readonly Place[]
  /** What the search for a whole text is called. */
  readonly searchName: (text: string) => string
  /** Asked only when it is chosen: servers record every search, and find whole numbers only. */
  readonly search: (text: string) => Promise<readonly Place[]>
  readonly onGo: (href: string) => void
}

const SEARCH = 'search'

/** Everything by its name or number, opened from anywhere by Ctrl or ⌘ and K. */
export function Palette({ modal, places, searchName, search, onGo }: PaletteProps): JSX.Element {
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly text: string; readonly places: readonly Place[] }>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // What is being decided in a dialog stays in front.
      if (document.querySelector('dialog[open]') === null) modal.open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [modal])

  const wanted = text.trim()
  const isFound = found !== undefined && found.text === wanted
  const named = places.filter(({ name }) => fold(name).includes(fold(wanted)))
  const options: readonly ComboboxOption[] = isFound
    ? [...found.places, ...named]
    : [...named, ...(wanted.length < 3 ? [] : [offerSearch(searchName(wanted))])]

  async function choose(option: ComboboxOption): Promise<void> {
    if (option.key === SEARCH) {
      try {
        setProblem(undefined)
        setFound({ text: wanted, places: await search(wanted) })
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
      return
    }
    const place = [...places, ...(found?.places ?? [])].find(({ key }) => key === option.key)
    if (place === undefined) return
    modal.close()
    onGo(place.href)
  }

  return (
    <dialog
      class="modal palette"
      ref={modal.ref}
      aria-label="Buscar em tudo"
      onClose={() => {
        setText('')
        setFound(undefined)
        setProblem(undefined)
      }}
    >
      <Combobox
        label="Buscar em tudo"
        placeholder="Página, pedido, CPF, transação…"
        text={text}
        onText={setText}
        options={options}
        onChoose={option => void choose(option)}
        empty={isFound ? 'Nada encontrado.' : 'Nenhuma página com esse nome.'}
        field={field}
      />
      {problem && (
        <p class="palette-problem" role="alert">
          {problem}
        </p>
      )}
      <p class="palette-foot soft small">
        <span>
          <Kbd keys={['↑', '↓']} /> escolhem
        </span>
        <span>
          <Kbd keys={['Enter']} /> abre
        </span>
        <button type="button" class="button plain" onClick={modal.close}>
          Fechar
        </button>
      </p>
    </dialog>
  )
}

const offerSearch = (name: string): ComboboxOption => ({
  key: SEARCH,
  name,
  icon: <ShellIcon name="search" />,
})

/** Without accents and capitals, as people type. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
