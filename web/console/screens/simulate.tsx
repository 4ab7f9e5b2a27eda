import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type {
  ConsoleSimulation,
  ConsoleSnippet,
  SimulatedOption,
} from '../../../src/contract/console-selling.ts'
import { Alert } from '../../design/alert.tsx'
import { Card } from '../../design/card.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { writeMoney, writePercent } from '../../design/format.ts'
import { Segmented } from '../../design/segmented.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Heading } from '../../shell/heading.tsx'
import { parseAmount } from '../../shell/parse-amount.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { ShopElement } from '../parts/shop-element.tsx'
import type { ConsoleScreen } from '../screens.tsx'

export const screen: ConsoleScreen = {
  path: 'simular',
  action: 'simulate',
  List: Simulate,
  tab: { name: 'Simular', icon: 'slider', order: 4 },
}

/** A pause in typing. */
const PAUSE_MS = 300

function Simulate(): JSX.Element {
  const [price, setPrice] = useState('1.240,00')
  const reais = parseAmount(price)
  const total = reais === undefined || reais <= 0 ? undefined : reais.toFixed(2)
  const settled = useSettled(total)
  const snippet = useLoad<ConsoleSnippet>('snippet', () => get('/simulate/snippet'))
  return (
    <div class="stack">
      <Heading title="Simular" />
      <p class="soft">
        As condições da loja hoje, iguais às que o cliente vê. Não é uma decisão de crédito: ninguém é
        consultado.
      </p>
      <Card title="Quanto fica">
        <TextField
          label="Preço da compra (R$)"
          inputmode="decimal"
          maxlength={16}
          value={price}
          problem={total === undefined ? 'Escreva um valor, como 1.240,00.' : undefined}
          onInput={setPrice}
        />
        {settled !== undefined && <Offer key={settled} total={settled} />}
      </Card>
      {snippet.problem && <Alert tone="bad">{snippet.problem}</Alert>}
      {snippet.data && <InPage snippet={snippet.data} price={settled ?? '1240.00'} />}
    </div>
  )
}

/** The last value that stood for a moment, so that typing asks once. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function Offer({ total }: { total: string }): JSX.Element {
  const { data, problem } = useLoad<ConsoleSimulation>(`simulate:${total}`, () =>
    get(`/simulate?total=${total}`),
  )
  const [chosen, setChosen] = useState<string>()
  if (problem) return <Alert tone="bad">{problem}</Alert>
  if (data === undefined) return <Skeleton />
  const { groups, minTotal, maxTotal } = data
  const group = groups.find(each => String(each.downPaymentPercentage) === chosen) ?? groups[0]
  if (group === undefined)
    return (
      <EmptyState title="Este valor não é parcelado.">
        A loja parcela compras de {writeMoney(minTotal)} a {writeMoney(maxTotal)}.
      </EmptyState>
    )
  return (
    <div class="stack">
      <div class="labelled">
        <span class="small">Entrada</span>
        <Segmented
          label="Entrada"
          value={String(group.downPaymentPercentage)}
          options={groups.map(
            ({ downPaymentPercentage, downPaymentValue }) =>
              [
                String(downPaymentPercentage),
                downPaymentValue === 0 ? 'Sem entrada' : writeMoney(downPaymentValue),
              ] as const,
          )}
          onChange={setChosen}
        />
      </div>
      <Table
        caption="Parcelas"
        rows={group.options}
        keyOf={({ installments }) => String(installments)}
        columns={[
          {
            name: 'Parcelas',
            cell: ({ installments, value }: SimulatedOption) => (
              <strong>
                {installments}× de {writeMoney(value)}
              </strong>
            ),
          },
          { name: 'Total das parcelas', isFigure: true, cell: ({ totalAmount }) => writeMoney(totalAmount) },
          {
            name: 'Total com a entrada',
            isFigure: true,
            cell: ({ totalAmount }) => writeMoney(totalAmount + group.downPaymentValue),
          },
          { name: 'CET ao ano', isFigure: true, cell: ({ cetPA }) => writePercent(cetPA) },
        ]}
      />
      <p class="soft small">
        Condições de quem compra pela primeira vez. Quem já comprou não paga a tarifa de cadastro de novo, e
        um limite menor pode pedir uma entrada maior.
      </p>
    </div>
  )
}

function InPage({ snippet, price }: { snippet: ConsoleSnippet; price: string }): JSX.Element {
  const { publishableKey, script, showsScript, origins } = snippet
  const [variant, setVariant] = useState<'line' | 'card'>('line')
  return (
    <Card title="Na página da loja">
      {!showsScript && (
        <Alert tone="warn">
          A oferta está desligada para as páginas desta loja. Fale com quem financia as suas vendas.
        </Alert>
      )}
      <Segmented
        label="Aparência"
        value={variant}
        options={[
          ['line', 'Linha'],
          ['card', 'Cartão'],
        ]}
        onChange={setVariant}
      />
      {publishableKey === undefined ? (
        <Alert>
          Nenhuma chave pública desta loja pode ser mostrada aqui: ainda não há uma, ou ela é de antes deste
          painel. Crie uma em Integração e use-a no lugar de pk_….
        </Alert>
      ) : (
        showsScript && (
          <div class="element-stand">
            <p class="soft small">Preço do produto</p>
            <p class="element-price">{writeMoney(Number(price))}</p>
            <ShopElement
              publishableKey={publishableKey}
              script={script}
              priceCentavos={Math.round(Number(price) * 100)}
              variant={variant}
            />
          </div>
        )
      )}
      <CodeBlock title="Para colar na página" text={writeSnippet(snippet, price, variant)} />
      {origins.length === 0 ? (
        <Alert tone="warn">
          Nenhum site da loja está liberado: a oferta não aparece em nenhuma página. Libere o seu em
          Integração.
        </Alert>
      ) : (
        <p class="soft small breakable">Aparece em: {origins.join(', ')}.</p>
      )}
    </Card>
  )
}

function writeSnippet(
  { publishableKey = 'pk_…', script }: ConsoleSnippet,
  price: string,
  variant: 'line' | 'card',
): string {
  const look = variant === 'line' ? '' : ` variant="${variant}"`
  return `<script type="module" crossorigin src="${script.url}" integrity="${script.integrity}"></script>
<crediario-oferta key="${publishableKey}" price="${price}"${look}></crediario-oferta>`
}
