import type { JSX } from 'preact'
import type { HostedPageState, HostedRefusal } from '../../../src/contract/hosted-page.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Contact, Moment } from '../../customer/dead-end.tsx'
import { LenderLinks } from '../../customer/lender.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { FAULT, OFFLINE, REFUSED, type Scene, WAITING } from '../../design/illustrations.tsx'
import { nameOrder } from '../../design/order-name.ts'
import { type ScreenProps, useSend } from '../use-send.ts'

interface Words {
  readonly scene: Scene
  readonly title: string
  readonly text: string
  /** Decided by a program alone from the person's data: a review may be asked for. */
  readonly isAutomated: boolean
  /** The button that leads back to who buys; absent where that would help nobody. */
  readonly again?: { readonly label: string; readonly isMain: boolean }
}

const OTHER_DATA = { label: 'Começar de novo com outros dados', isMain: false }

const WORDS = {
  denied: {
    scene: REFUSED,
    title: 'Desta vez não foi possível',
    text: 'Não conseguimos oferecer o crediário para esta compra agora. Nada foi cobrado, e você pode pagar na loja de outra forma.',
    isAutomated: true,
    again: OTHER_DATA,
  },
  amount: {
    scene: REFUSED,
    title: 'Este valor não coube no crediário',
    text: 'O valor desta compra está fora do que podemos parcelar para você agora. Nada foi cobrado. Fale com a loja: outro valor ou outra forma de pagamento pode dar certo.',
    isAutomated: true,
    again: OTHER_DATA,
  },
  'has-purchase': {
    scene: REFUSED,
    title: 'Você já tem uma compra no crediário',
    text: 'Por enquanto é uma compra de cada vez. Quando a atual terminar, você pode fazer outra. Nada foi cobrado agora.',
    isAutomated: true,
    again: OTHER_DATA,
  },
  'too-many-tries': {
    scene: WAITING,
    title: 'Vamos fazer uma pausa',
    text: 'Houve muitas tentativas seguidas e, para sua segurança, paramos por hoje. Tente de novo amanhã, pelo mesmo link.',
    isAutomated: false,
  },
  phone: {
    scene: OFFLINE,
    title: 'Não deu para seguir com este celular',
    text: 'Para sua proteção, precisamos de um número que seja seu e que receba SMS. Confira ou use outro.',
    isAutomated: false,
    again: { label: 'Usar outro celular', isMain: true },
  },
  unavailable: {
    scene: FAULT,
    title: 'Não conseguimos consultar agora',
    text: 'Não é nada com você: uma consulta de que dependemos não respondeu. Tente de novo em alguns minutos.',
    isAutomated: false,
    again: { label: 'Tentar de novo', isMain: true },
  },
} satisfies Readonly<Record<HostedRefusal, Words>>

export function Refused({ state, ...surroundings }: ScreenProps): JSX.Element {
  const { scene, title, text, isAutomated, again }: Words = WORDS[state.refusal ?? 'unavailable']
  const { busy, problem, run } = useSend(surroundings)
  const restart = again && (
    <Button
      kind={again.isMain ? 'primary' : 'plain'}
      busy={busy}
      onPress={() => void run(client => client.act('restart'))}
    >
      {again.label}
    </Button>
  )
  return (
    <>
      <Moment scene={scene} title={title}>
        {text}
      </Moment>
      {isAutomated && <Review state={state} />}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {again?.isMain && restart}
      <BackToShop shopUrl={state.shopUrl} kind={again?.isMain ? 'quiet' : 'primary'} />
      {!again?.isMain && restart}
      {!isAutomated && state.lender && <Contact lender={state.lender} />}
    </>
  )
}

/** LGPD, article 20. Asked of who decided: the lender, not the shop. */
function Review({ state }: { state: HostedPageState }): JSX.Element {
  return (
    <Card title="Você pode pedir uma revisão">
      <p class="soft">
        Esta resposta veio de uma análise automática. Pela lei (LGPD, art. 20), você tem o direito de pedir
        que ela seja revista e de saber quais critérios foram usados.
      </p>
      <p>
        Para pedir, fale com {state.lender?.name ?? 'quem oferece o crédito'} e informe{' '}
        {nameOrder(state.orderId)} de {state.retailerName}.
      </p>
      {state.lender && <LenderLinks lender={state.lender} />}
    </Card>
  )
}
