import '../design/design.css'
import { render } from 'preact'

function Desk() {
  return (
    <main class="page">
      <h1>Mesa de crédito</h1>
    </main>
  )
}

const mount = document.getElementById('app')
if (mount !== null) render(<Desk />, mount)
