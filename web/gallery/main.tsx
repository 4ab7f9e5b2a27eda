import '../design/design.css'
import '../design/lists.css'
import './gallery.css'
import { render } from 'preact'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('app')
if (root !== null) {
  root.replaceChildren()
  render(<Gallery />, root)
}
