import { render } from 'preact'
import type { StorePageData } from '../../src/contract/store.ts'
import '../design/design.css'
import './store.css'
import './buying.css'
import './panel/panel.css'
import { App } from './app.tsx'

const mount = document.getElementById('app')
const embedded = document.getElementById('store-data')?.textContent
if (mount === null || !embedded) throw new Error('the page holds no catalogue')
const data = JSON.parse(embedded) as StorePageData
mount.replaceChildren()
render(<App data={data} />, mount)
