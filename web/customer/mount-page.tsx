import { type ComponentChild, type JSX, render } from 'preact'
import { useErrorBoundary, useState } from 'preact/hooks'
import type { LenderContact } from '../../src/contract/lender.ts'
import { FAULT } from '../design/illustrations.tsx'
import { DeadEndScreen } from './dead-end.tsx'
import type { Snapshot } from './page-client.ts'

interface Stated {
  readonly now: string
  readonly lender?: LenderContact
}

/** Takes the place of what the server wrote into the page, once there is more to show than that. */
export function mountPage<State extends Stated, Client extends { start(): void }>(
  Client: new (base: string, onChange: (snapshot: Snapshot<State>) => void) => Client,
  draw: (client: Client, snapshot: Snapshot<State>) => ComponentChild,
): void {
  const mount = document.getElementById('app')
  if (mount === null) throw new Error('the page has no place for the script')
  let show: ((snapshot: Snapshot<State>) => void) | undefined
  const client = new Client(location.pathname.replace(/\/+$/, ''), snapshot => {
    // Until the state is known, what the server wrote into the page is the better picture. Of a link that leads nowhere
    // it stays: the server names the lender, too.
    const isSaid = !snapshot.isGone || document.getElementById('dead-end') !== null
    if (snapshot.state === undefined && isSaid && show === undefined) return
    if (show !== undefined) return show(snapshot)
    mount.replaceChildren()
    // Once only: every root counts its ids from the start, so that labels of a second one would point to fields of the first.
    render(<Root first={snapshot} />, mount)
  })
  client.start()

  function Root({ first }: { first: Snapshot<State> }): JSX.Element {
    const [snapshot, setSnapshot] = useState(first)
    show = setSnapshot
    const [fault] = useErrorBoundary()
    if (fault !== undefined) return <Crashed state={snapshot.state} />
    return <>{draw(client, snapshot)}</>
  }
}

/** A mistake of ours in the page itself: better than a page that stays empty. */
function Crashed({ state }: { state: Stated | undefined }): JSX.Element {
  return (
    <DeadEndScreen
      scene={FAULT}
      title="Algo deu errado do nosso lado"
      text="Nada do que você já fez se perde. Recarregue a página para continuar de onde parou."
      action={{ href: location.pathname, label: 'Recarregar a página' }}
      lender={state?.lender}
    />
  )
}
