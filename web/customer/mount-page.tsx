import { type ComponentChild, type JSX, render } from 'preact'
import { useState } from 'preact/hooks'
import type { Snapshot } from './page-client.ts'

/** Takes the place of what the server wrote into the page, once there is more to show than that. */
export function mountPage<State, Client extends { start(): void }>(
  Client: new (base: string, onChange: (snapshot: Snapshot<State>) => void) => Client,
  draw: (client: Client, snapshot: Snapshot<State>) => ComponentChild,
): void {
  const mount = document.getElementById('app')
  if (mount === null) throw new Error('the page has no place for the script')
  let show: ((snapshot: Snapshot<State>) => void) | undefined
  const client = new Client(location.pathname.replace(/\/+$/, ''), snapshot => {
    // Until the state is known, what the server wrote into the page is the better picture.
    if (snapshot.state === undefined && !snapshot.isGone) return
    if (show !== undefined) return show(snapshot)
    mount.replaceChildren()
    // Once only: every root counts its ids from the start, so that labels of a second one would point to fields of the first.
    render(<Root first={snapshot} />, mount)
  })
  client.start()

  function Root({ first }: { first: Snapshot<State> }): JSX.Element {
    const [snapshot, setSnapshot] = useState(first)
    show = setSnapshot
    return <>{draw(client, snapshot)}</>
  }
}
