import '../design/design.css'
import '../customer/customer.css'
import './pay.css'
import { mountPage } from '../customer/mount-page.tsx'
import { App } from './app.tsx'
import { PayClient } from './client.ts'

mountPage(PayClient, (client, snapshot) => <App client={client} snapshot={snapshot} />)
