import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { mayDoInConsole } from '../../src/contract/console.ts'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { Modal, useModal } from '../design/modal.tsx'
import { useAction } from '../design/use-action.ts'
import { Link } from '../shell/link.tsx'
import { Palette } from '../shell/palette.tsx'
import { isWithin } from '../shell/screens.tsx'
import { Shell } from '../shell/shell.tsx'
import { ShellIcon } from '../shell/shell-icons.tsx'
import { post } from './api.ts'
import { useConsole } from './console-context.ts'
import { addressOf, goTo } from './route.ts'
import { tabs } from './screens.tsx'
import { ROLE_WORDS } from './words.ts'

interface FrameProps {
  readonly path: string
  readonly onSignOut: () => void
  readonly children: ComponentChildren
}

/** The rail with the pages that the role may see, and who is signed in where. */
export function Frame({ path, onSignOut, children }: FrameProps): JSX.Element {
  const { session } = useConsole()
  const { shop, isHomologation, isSuspended } = session
  const palette = useModal()
  const items = tabs
    .filter(({ action }) => mayDoInConsole(shop.role, action))
    .map(({ path: name, action, order, alsoFor, ...tab }) => ({
      ...tab,
      href: name === '' ? addressOf.home : `${addressOf.home}/${name}`,
      isCurrent: [name, ...(alsoFor ?? [])].some(each => isWithin(addressOf.home, each, path)),
    }))
  return (
    <Shell
      product="Painel da loja"
      owner={shop.name}
      environment={isHomologation ? 'Homologação' : undefined}
      items={items}
      Link={Link}
      onSearch={palette.open}
      foot={<Person onSignOut={onSignOut} />}
    >
      {isSuspended && (
        <Alert tone="warn">
          As vendas desta loja no crediário estão suspensas. Fale com quem financia as suas vendas.
        </Alert>
      )}
      {children}
      <Palette
        modal={palette}
        places={items.map(({ href, name, icon }) => ({
          key: href,
          name,
          href,
          group: 'Páginas',
          icon: <ShellIcon name={icon} />,
        }))}
        searchName={text => `Buscar “${text}” nos pedidos`}
        search={async text => [
          {
            key: 'orders',
            name: `Pedidos com “${text}”`,
            href: `${addressOf.orders}?${new URLSearchParams({ search: text })}`,
            group: 'Pedidos',
          },
        ]}
        onGo={goTo}
      />
    </Shell>
  )
}

/** Who is signed in, at which shop, and the way out. */
function Person({ onSignOut }: Pick<FrameProps, 'onSignOut'>): JSX.Element {
  const { session, explain } = useConsole()
  const { person, shop } = session
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await post('/sign-out')
      onSignOut()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      <p class="person">
        <strong>{person.name}</strong> <span class="soft small">{ROLE_WORDS[shop.role]}</span>
      </p>
      {session.shops.length > 1 && <ShopSwitch />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <button type="button" class="foot-button" aria-busy={busy} onClick={() => void run()}>
        <ShellIcon name="leave" />
        Sair
      </button>
    </>
  )
}

/** Another shop of the same person: everything on the page is of that one then. */
function ShopSwitch(): JSX.Element {
  const { session, refresh, explain, leave } = useConsole()
  const modal = useModal()
  const [problem, setProblem] = useState<string>()
  const { run } = useAction(async (retailerId: string) => {
    try {
      await post('/session/shop', { retailerId })
      modal.close()
      await refresh()
      leave(addressOf.home)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const others = session.shops.filter(({ retailerId }) => retailerId !== session.shop.retailerId)
  return (
    <>
      <button type="button" class="foot-button" aria-haspopup="dialog" onClick={modal.open}>
        <ShellIcon name="handover" />
        Trocar de loja
      </button>
      <Modal modal={modal} title="Trocar de loja">
        {others.map(({ retailerId, name, role }) => (
          <Button key={retailerId} kind="quiet" onPress={() => void run(retailerId)}>
            {name} ({ROLE_WORDS[role]})
          </Button>
        ))}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button kind="plain" onPress={modal.close}>
          Voltar
        </Button>
      </Modal>
    </>
  )
}
