import type { ComponentChildren, ComponentType, JSX } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Kbd } from '../design/kbd.tsx'
import { Mark } from '../design/logo.tsx'
import { Modal, useModal } from '../design/modal.tsx'
import { Tag } from '../design/tag.tsx'
import { SEARCH_KEYS } from './palette.tsx'
import { ShellIcon, type ShellIconName } from './shell-icons.tsx'

export interface RailItem {
  readonly href: string
  readonly name: string
  /** Where there is little room; at most twelve letters. */
  readonly shortName?: string
  readonly icon: ShellIconName
  /** How much waits there. */
  readonly count?: number | undefined
  readonly isCurrent: boolean
}

export interface ShellLinkProps {
  readonly to: string
  readonly class?: string
  readonly isCurrent?: boolean
  readonly children: ComponentChildren
}

interface ShellProps {
  /** What this is: the desk, the console. */
  readonly product: string
  /** Whose it is: the lender or the shop. */
  readonly owner?: string | undefined
  /** Undefined in production. */
  readonly environment?: string | undefined
  readonly items: readonly RailItem[]
  /** How this program follows its own links. */
  readonly Link: ComponentType<ShellLinkProps>
  readonly onSearch: () => void
  /** Who is signed in, and the way out. */
  readonly foot: ComponentChildren
  readonly children: ComponentChildren
}

/** The bar holds five: four places and the rest. */
const IN_BAR = 4

/** Rail and content; on a narrow screen one row above and a bar below. */
export function Shell(props: ShellProps): JSX.Element {
  const { items, Link, onSearch, foot, children } = props
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Ir para o conteúdo
      </a>
      <header class="rail">
        <Owner {...props} />
        <button type="button" class="rail-search" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <ShellIcon name="search" />
          <span class="rail-search-name">
            Buscar<span class="unseen"> em tudo</span>
          </span>
          <span class="rail-search-keys" aria-hidden="true">
            <Kbd keys={SEARCH_KEYS} />
          </span>
        </button>
        <RailItems label={props.product} items={items} Link={Link} />
        <div class="rail-foot">{foot}</div>
      </header>
      <main class="content" id="content">
        {children}
      </main>
      <BottomBar {...props} />
    </div>
  )
}

interface RailItemsProps {
  readonly label: string
  readonly items: readonly RailItem[]
  readonly Link: ComponentType<ShellLinkProps>
}

export function RailItems({ label, items, Link }: RailItemsProps): JSX.Element {
  return (
    <nav class="rail-items" aria-label={label}>
      {items.map(item => (
        <Link key={item.href} to={item.href} isCurrent={item.isCurrent} class="rail-item">
          <ShellIcon name={item.icon} />
          <span>{item.name}</span>
          <Count value={item.count} />
        </Link>
      ))}
    </nav>
  )
}

function Owner({ product, owner, environment }: ShellProps): JSX.Element {
  return (
    <div class="owner">
      <Mark />
      <strong>{product}</strong>
      {environment && <Tag tone="warn">{environment}</Tag>}
      {owner && <p class="soft owner-name">{owner}</p>}
    </div>
  )
}

/** Nothing where nothing waits: a zero is not news. */
function Count({ value }: { value: number | undefined }): JSX.Element | null {
  if (value === undefined || value === 0) return null
  return <span class="count">{value >= 1_000 ? '999+' : value}</span>
}

function BottomBar({ items, Link, foot, product }: ShellProps): JSX.Element {
  const more = useModal()
  const [shown, rest] = [items.slice(0, IN_BAR), items.slice(IN_BAR)]
  const isAmongRest = rest.some(({ isCurrent }) => isCurrent)
  const here = items.find(({ isCurrent }) => isCurrent)?.href
  // A link leads to another screen, over which the dialog would stay. Closed before that screen takes the focus.
  useLayoutEffect(() => more.close(), [here])
  return (
    <>
      <nav class="bottom-bar" aria-label={product}>
        {shown.map(item => (
          <Link key={item.href} to={item.href} isCurrent={item.isCurrent} class="bar-item">
            <ShellIcon name={item.icon} size={22} />
            <span>{item.shortName ?? item.name}</span>
            <Count value={item.count} />
          </Link>
        ))}
        <button
          type="button"
          class={isAmongRest ? 'bar-item is-current' : 'bar-item'}
          aria-haspopup="dialog"
          onClick={more.open}
        >
          <ShellIcon name="more" size={22} />
          <span>Mais</span>
        </button>
      </nav>
      <Modal modal={more} title="Mais">
        <RailItems label="Mais páginas" items={rest} Link={Link} />
        <div class="more-foot">{foot}</div>
        <button type="button" class="button quiet wide" onClick={more.close}>
          Fechar
        </button>
      </Modal>
    </>
  )
}
