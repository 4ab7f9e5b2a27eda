import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  type Delivery,
  describeVariation,
  type PlaceOrderAnswer,
  type PlaceOrderRequest,
  type StorePageData,
} from '../../../src/contract/store.ts'
import { Offer } from '../../customer/offer.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { explain, send } from '../api.ts'
import { type CartLine, cart, listLines, sumLines } from '../cart-content.ts'
import { writeCentavos } from '../money.ts'
import { openPanelWindow, PANEL_PATH } from '../panel/panel-window.ts'
import { composeCustomer, needsPerson, person } from '../panel/person.ts'
import { PersonPicker } from '../panel/person-picker.tsx'
import { Cart } from './cart.tsx'

export function Checkout({ data }: { data: StorePageData }): JSX.Element {
  const lines = listLines(data.products, cart.use())
  const [delivery, setDelivery] = useState<Delivery>('home')
  // The order is for whoever is shown: it waits until that person exists.
  const [isTaking, setTaking] = useState(() => needsPerson(person.get()))
  const { busy, problem, place } = usePlacing(lines, delivery)
  if (lines.length === 0 && !busy) return <Cart data={data} />
  const sum = sumLines(lines)
  const deliveryCentavos = delivery === 'home' ? data.deliveryCentavos : 0
  const total = sum + deliveryCentavos
  return (
    <form
      class="stack roomy"
      onSubmit={event => {
        event.preventDefault()
        void place()
      }}
    >
      <h1 tabIndex={-1}>Pagamento</h1>
      <div class="two-columns">
        <div class="stack roomy">
          <Card title="Quem compra">
            <p class="soft small">
              Nesta demonstração uma pessoa inventada compra por você. Escolha o que deve acontecer com ela.
            </p>
            <PersonPicker isFresh onTaking={setTaking} />
          </Card>
          <Choices legend="Entrega" look="rows">
            <Choice name="delivery" checked={delivery === 'home'} onChoose={() => setDelivery('home')}>
              <span class="pair">
                <span>Receber em casa, em 5 dias úteis</span>
                <span class="figure">{writeCentavos(data.deliveryCentavos)}</span>
              </span>
            </Choice>
            <Choice name="delivery" checked={delivery === 'pickup'} onChoose={() => setDelivery('pickup')}>
              <span class="pair">
                <span>Retirar na loja</span>
                <span class="figure">Grátis</span>
              </span>
            </Choice>
          </Choices>
          <Choices legend="Forma de pagamento" look="rows">
            <Choice name="method" checked onChoose={() => undefined}>
              <strong>Crediário: parcele no boleto e Pix</strong>
              <span class="soft small">
                Sem cartão. Você escolhe a entrada e as parcelas na página do crediário e volta para cá.
              </span>
            </Choice>
          </Choices>
        </div>
        <Card title="Seu pedido">
          <dl class="figures">
            {lines.map(({ variation, quantity }) => (
              <div key={variation.sku}>
                <dt>
                  {quantity > 1 && `${quantity} × `}
                  {variation.product.name}
                  <span class="hint">{describeVariation(variation)}</span>
                </dt>
                <dd>{writeCentavos(variation.priceCentavos * quantity)}</dd>
              </div>
            ))}
            <div>
              <dt>Entrega</dt>
              <dd>{deliveryCentavos === 0 ? 'Grátis' : writeCentavos(deliveryCentavos)}</dd>
            </div>
            <div class="strong">
              <dt>Total à vista</dt>
              <dd>{writeCentavos(total)}</dd>
            </div>
          </dl>
          <Offer publishableKey={data.publishableKey} priceCentavos={total} page="checkout" />
          {problem && <Alert tone="bad">{problem}</Alert>}
          <Button type="submit" busy={busy} unavailable={isTaking}>
            {busy ? 'Abrindo o crediário…' : 'Pagar com Crediário'}
          </Button>
          <p class="soft small">
            O{' '}
            <a href={PANEL_PATH} target="_blank" rel="noopener">
              painel de testes
            </a>{' '}
            mostra o código que a pessoa recebe por SMS: deixe-o aberto em outra janela.
          </p>
        </Card>
      </div>
    </form>
  )
}

/** One press is one order: further presses wait for the first. */
function usePlacing(lines: readonly CartLine[], delivery: Delivery) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isSending = useRef(false)
  // Back from the lender's page, a browser may show this one as it was left.
  useEffect(() => {
    const wake = (): void => {
      isSending.current = false
      setBusy(false)
    }
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])

  async function place(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setProblem(undefined)
    // Within the press, or the browser takes it for a pop-up that nobody wanted.
    openPanelWindow()
    const buyer = person.get()
    const request: PlaceOrderRequest = {
      items: lines.map(({ variation, quantity }) => ({ sku: variation.sku, quantity })),
      delivery,
      ...(buyer === undefined ? {} : { customer: composeCustomer(buyer) }),
    }
    try {
      const { orderId } = await send<PlaceOrderAnswer>('orders', request)
      if (buyer !== undefined) person.set({ ...buyer, orderId })
      cart.set([])
      // The way back from there leads to the order, not to an empty cart.
      history.replaceState(undefined, '', `/store/pedido/${orderId}`)
      location.assign(`/store/pedido/${orderId}/pagar`)
    } catch (error) {
      isSending.current = false
      setBusy(false)
      setProblem(explain(error))
    }
  }

  return { busy, problem, place }
}
