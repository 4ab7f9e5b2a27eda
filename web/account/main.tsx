import '../design/design.css'
import '../customer/customer.css'
import './account.css'
import { mountPage } from '../customer/mount-page.tsx'
import { App } from './app.tsx'
import { AccountClient } from './client.ts'

mountPage(AccountClient, (client, snapshot) => <App client={client} snapshot={snapshot} />)
