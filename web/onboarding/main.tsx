import '../design/design.css'
import './onboarding.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { OnboardingClient } from './client.ts'

const mount = document.getElementById('app')
if (mount === null) throw new Error('the page has no mount element')

const client = new OnboardingClient(location.pathname.replace(/\/+$/, ''), snapshot => {
  // Until the state is known, keep what the server rendered into the page.
  if (snapshot.state === undefined && !snapshot.isGone) return
  if (!mount.hasAttribute('data-live')) {
    mount.replaceChildren()
    mount.setAttribute('data-live', '')
  }
  render(<App client={client} snapshot={snapshot} />, mount)
})
client.start()
