import '../design/design.css'
import '../design/lists.css'
import '../design/controls.css'
import '../design/reports.css'
import '../design/charts/charts.css'
import '../shell/shell.css'
import '../shell/staff.css'
import './desk.css'
import './case.css'
import { render } from 'preact'
import { App } from './app.tsx'

const mount = document.getElementById('app')
if (mount === null) throw new Error('the page has no mount element')
render(<App />, mount)
