import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AccountState } from '../../src/contract/account.ts'
import type { LenderContact } from '../../src/contract/lender.ts'
import { PageFoot } from '../customer/foot.tsx'
import { useNewScreen } from '../customer/heading.tsx'
import { LenderLinks } from '../customer/lender.tsx'
import { Offline } from '../customer/offline.tsx'
import type { Snapshot } from '../customer/page-client.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icons.tsx'
import { Logo } from '../design/logo.tsx'
import type { AccountClient } from './client.ts'
import { HOME, type Route, useRoute } from './route.ts'
import { Code } from './screens/code.tsx'
import { AskCpf } from './screens/cpf.tsx'
import { Home } from './screens/home.tsx'
import { MyData } from './screens/my-data.tsx'
import { PurchaseScreen } from './screens/purchase.tsx'
import { type Around, useSend } from './use-send.ts'

interface AppProps {
  readonly client: AccountClient
  readonly snapshot: Snapshot<AccountState>
}

export function App({ client, snapshot }: AppProps): JSX.Element | null {
  const { state, isOffline } = snapshot
  const [notice, showNotice] = useState<string>()
  const route = useRoute()
  const account = state?.account
  useLostScreen(client, state, showNotice)
  useNewScreen(account ? `account ${nameRoute(route)}` : (state?.screen ?? ''))
  if (state === undefined) return null
  return (
    <div class={account && route.name === 'purchase' ? 'page spread' : 'page'}>
      {account ? (
        <Top client={client} showNotice={showNotice} route={route} />
      ) : (
        <header class="account-top">
          <Logo />
        </header>
      )}
      <main class="stack roomy">
        {isOffline && <Offline />}
        {notice && <Alert>{notice}</Alert>}
        <Screen state={state} route={route} client={client} showNotice={showNotice} />
      </main>
      <PageFoot lender={account?.lender} />
      <p {...liveRegion} />
    </div>
  )
}

function Screen({ state, route, ...around }: Around & { state: AccountState; route: Route }): JSX.Element {
  const { account, code, lender } = state
  if (account === undefined)
    return (
      <>
        {code === undefined ? <AskCpf {...around} /> : <Code code={code} {...around} />}
        {lender && <Whose lender={lender} />}
      </>
    )
  switch (route.name) {
    case 'data':
      return <MyData account={account} {...around} />
    case 'purchase': {
      const purchase = account.purchases.find(({ id }) => id === route.id)
      if (purchase !== undefined)
        return <PurchaseScreen key={purchase.id} purchase={purchase} account={account} {...around} />
      return <Home account={account} />
    }
    case 'home':
      return <Home account={account} />
  }
}

/** Before anybody types a CPF: whose page this is, and how to ask them whether it is true. */
function Whose({ lender }: { lender: LenderContact }): JSX.Element {
  return (
    <section class="whose stack stack-tight" aria-label="De quem é esta página">
      <p class="row-of-icon">
        <Icon name="lock" size={20} />
        <span>
          Página oficial de <strong>{lender.name}</strong>, <span class="keep">CNPJ {lender.cnpj}</span>
        </span>
      </p>
      <LenderLinks lender={lender} />
    </section>
  )
}

function nameRoute(route: Route): string {
  return route.name === 'purchase' ? route.id : route.name
}

const LOST_SCREENS: Readonly<Record<AccountState['screen'], string | undefined>> = {
  cpf: undefined,
  code: 'O código venceu ou foi digitado errado muitas vezes. Digite seu CPF para receber outro.',
  account: 'Por segurança, sua sessão terminou. Entre de novo para continuar.',
}

/** Says why the page went back to its beginning, unless the user sent it there. */
function useLostScreen(
  client: AccountClient,
  state: AccountState | undefined,
  showNotice: (sentence: string | undefined) => void,
): void {
  const last = useRef(state?.screen)
  useEffect(() => {
    const before = last.current
    last.current = state?.screen
    if (before === undefined || before === state?.screen) return
    const isLost = state?.screen === 'cpf' && !client.isLeaving
    client.isLeaving = false
    showNotice(isLost ? LOST_SCREENS[before] : undefined)
  }, [state?.screen])
}

/** The way back, and the way out. */
function Top({ route, ...around }: Around & { route: Route }): JSX.Element {
  const { busy, run } = useSend(around)
  return (
    <header class="account-top">
      {route.name === 'home' ? (
        <Logo />
      ) : (
        <a class="back" href={HOME}>
          <Icon name="back" size={20} />
          <span>Todas as compras</span>
        </a>
      )}
      <Button
        kind="plain"
        wide={false}
        busy={busy}
        onPress={() => void run(client => client.leave('sign-out'))}
      >
        Sair
      </Button>
    </header>
  )
}
