import '../design/design.css'
import '../design/lists.css'
import '../design/controls.css'
import '../design/reports.css'
import '../design/charts/charts.css'
import '../shell/shell.css'
import './gallery.css'
import { render } from 'preact'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('app')
if (root !== null) {
  root.replaceChildren()
  render(<Gallery />, root)
}
