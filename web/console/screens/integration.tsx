import type { JSX } from 'preact'
import { Tabs } from '../../design/tabs.tsx'
import { Heading } from '../../shell/heading.tsx'
import { IntegrationKeys } from '../parts/integration-keys.tsx'
import { IntegrationOrigins } from '../parts/integration-origins.tsx'
import { IntegrationPlatforms } from '../parts/integration-platforms.tsx'
import { IntegrationRequests } from '../parts/integration-requests.tsx'
import { IntegrationWebhooks } from '../parts/integration-webhooks.tsx'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'integracao',
  action: 'integration.read',
  List: Integration,
  tab: { name: 'Integração', icon: 'plug', order: 5 },
}

/** Where somebody was, for the way back from a receiver on a phone. */
let lastTab = 0

function Integration(): JSX.Element {
  return (
    <div class="stack">
      <Heading title="Integração" />
      <Tabs
        label="Partes da integração"
        start={lastTab}
        onChoose={at => {
          lastTab = at
        }}
        tabs={[
          { name: 'Chaves', content: <IntegrationKeys /> },
          { name: 'Origens', content: <IntegrationOrigins /> },
          { name: 'Webhooks', content: <IntegrationWebhooks /> },
          { name: 'Requisições', content: <IntegrationRequests /> },
          { name: 'Plataformas', content: <IntegrationPlatforms /> },
        ]}
      />
    </div>
  )
}
