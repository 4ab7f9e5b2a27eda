import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../design/icons.tsx'
import type { Place } from '../place.tsx'
import { PanelBody } from './panel-body.tsx'
import { PANEL_PATH } from './panel-window.ts'

/** At the side of a large screen, at the bottom of a small one; closed until it is wanted. */
export function Panel({ place }: { place: Place }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const orderId = place.name === 'order' ? place.orderId : undefined
  return (
    <aside class={`panel${isOpen ? ' open' : ''}`} aria-label="Painel de testes">
      <button
        type="button"
        class="panel-toggle"
        aria-expanded={isOpen}
        aria-controls="panel-body"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Icon name="close" size={20} /> : <Flask />}
        <span>{isOpen ? 'Fechar o painel' : 'Painel de testes'}</span>
      </button>
      <div class="panel-sheet" id="panel-body" hidden={!isOpen}>
        {isOpen && (
          <>
            <p class="small">
              <a
                href={orderId === undefined ? PANEL_PATH : `${PANEL_PATH}?order=${orderId}`}
                target="_blank"
                rel="noopener"
              >
                Abrir em outra janela
              </a>
            </p>
            <PanelBody orderId={orderId} isPersonShown={place.name === 'checkout'} />
          </>
        )}
      </div>
    </aside>
  )
}

function Flask(): JSX.Element {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.750"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M9.500 3h5M10.500 3v6L5 18.500A1.700 1.700 0 006.500 21h11a1.700 1.700 0 001.500-2.500L13.500 9V3M7.500 15h9" />
    </svg>
  )
}
