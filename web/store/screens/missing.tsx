import type { JSX } from 'preact'
import { Link } from '../place.tsx'

export function Missing({ what }: { what: 'produto' | 'pedido' | 'endereço' }): JSX.Element {
  return (
    <div class="stack store-narrow">
      <h1 tabIndex={-1}>Não encontramos esse {what}</h1>
      <p class="soft">Confira se o endereço está completo, ou volte para a vitrine.</p>
      <Link to="/store" class="button wide">
        Ver os produtos
      </Link>
    </div>
  )
}
