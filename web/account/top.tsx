import type { JSX } from 'preact'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icons.tsx'
import { HOME, type Route } from './route.ts'
import { type Around, useSend } from './use-send.ts'

/** The way back, and the way out. */
export function Top({ route, ...around }: Around & { route: Route }): JSX.Element {
  const { busy, run } = useSend(around)
  return (
    <header class="account-top">
      {route.name === 'home' ? (
        <strong>Minha conta</strong>
      ) : (
        <a class="back" href={HOME}>
          <Icon name="back" size={20} />
          <span>Todas as compras</span>
        </a>
      )}
      <Button
        kind="plain"
        wide={false}
        busy={busy}
        onPress={() => void run(client => client.leave('sign-out'))}
      >
        Sair
      </Button>
    </header>
  )
}
