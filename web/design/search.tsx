import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

interface SearchProps {
  readonly label: string
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Label of the button that clears the search. */
  readonly showAll?: string
}

export function Search({ label, search, onSearch, showAll }: SearchProps): JSX.Element {
  const id = useId()
  const [text, setText] = useState(search)
  return (
    <form
      class="search"
      onSubmit={event => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <div class="field">
        <label for={id}>{label}</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" kind="quiet" wide={false}>
        Buscar
      </Button>
      {showAll !== undefined && search !== '' && (
        <Button
          kind="plain"
          wide={false}
          onPress={() => {
            setText('')
            onSearch('')
          }}
        >
          {showAll}
        </Button>
      )}
    </form>
  )
}
