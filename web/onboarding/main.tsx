import '../design/design.css'
import { render } from 'preact'

function Onboarding() {
  return <h1>Sua compra</h1>
}

const mount = document.getElementById('app')
if (mount !== null) render(<Onboarding />, mount)
