import type { JSX } from 'preact'
import { announce } from './announce.ts'
import { Chip } from './chip.tsx'

interface PaginationProps {
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly onTurn: (page: number) => void
}

/** One page back or forth; nothing where there is only one. */
export function Pagination({ page, pages, onTurn }: PaginationProps): JSX.Element | null {
  if (pages < 2) return null
  const turnTo = (wanted: number) => () => {
    onTurn(wanted)
    announce(`Página ${wanted} de ${pages}.`)
  }
  return (
    <nav class="pagination" aria-label="Páginas">
      <Chip unavailable={page === 1} onPress={turnTo(page - 1)}>
        Página anterior
      </Chip>
      <span class="soft small">
        {page} de {pages}
      </span>
      <Chip unavailable={page === pages} onPress={turnTo(page + 1)}>
        Próxima página
      </Chip>
    </nav>
  )
}
