import '../design/design.css'
import '../customer/customer.css'
import './onboarding.css'
import { mountPage } from '../customer/mount-page.tsx'
import { App } from './app.tsx'
import { OnboardingClient } from './client.ts'

mountPage(OnboardingClient, (client, snapshot) => <App client={client} snapshot={snapshot} />)
