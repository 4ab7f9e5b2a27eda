import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { deriveAccent } from '../../src/brand/accent.ts'
import { EXAMPLE_ACCENT } from '../../src/contract/theme.ts'
import { Themed } from '../customer/themed.tsx'
import { Alert } from '../design/alert.tsx'
import { Button, LinkButton } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { Checkbox, Choice, Choices } from '../design/choices.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { DayField } from '../design/day-field.tsx'

import { CodeField, LongTextField, SelectField, TextField } from '../design/field.tsx'
import { Figures } from '../design/figures.tsx'
import { FilterField } from '../design/filter-field.tsx'
import { Modal, useModal } from '../design/modal.tsx'
import { ProgressBar, StepProgress } from '../design/progress.tsx'
import { Search } from '../design/search.tsx'
import { Table } from '../design/table.tsx'
import { Tag } from '../design/tag.tsx'

/** Parts of every page. */
export function Basics(): JSX.Element {
  return (
    <>
      <Buttons />
      <Fields />
      <ManyChoices />
      <Messages />
      <Numbers />
      <Lists />
      <ThemedSample />
    </>
  )
}

function ThemedSample(): JSX.Element {
  return (
    <Themed theme={{ accent: deriveAccent(EXAMPLE_ACCENT) }}>
      <Card title="Tema de uma loja">
        <p class="soft">
          A loja deu a cor {EXAMPLE_ACCENT}; cada tema usa o tom dela que dá para ler. Veja{' '}
          <a href="/design">de novo estas peças</a>.
        </p>
        <StepProgress step={2} steps={4} name="Seu celular" />
        <Alert title="Aviso">As outras cores não mudam.</Alert>
        <div class="row">
          <Button wide={false}>Continuar</Button>
          <Button wide={false} kind="quiet">
            Voltar
          </Button>
        </div>
      </Card>
    </Themed>
  )
}

function Buttons(): JSX.Element {
  const modal = useModal()
  return (
    <Card title="Botões">
      <div class="row">
        <Button wide={false}>Continuar</Button>
        <Button wide={false} kind="quiet">
          Voltar
        </Button>
        <Button wide={false} kind="danger">
          Cancelar a compra
        </Button>
        <Button wide={false} kind="plain">
          Agora não
        </Button>
        <Button wide={false} busy>
          Enviando
        </Button>
        <Button wide={false} unavailable>
          Indisponível
        </Button>
      </div>
      <LinkButton href="/" icon="back">
        Ir para o início
      </LinkButton>
      <Button kind="quiet" onPress={modal.open}>
        Abrir uma janela
      </Button>
      <Modal modal={modal} title="Cancelar a compra?">
        <p>O que você já pagou volta para você.</p>
        <div class="row">
          <Button onPress={modal.close}>Entendi</Button>
        </div>
      </Modal>
      <code class="code-box" id="gallery-code">
        00020126580014br.gov.bcb.pix
      </code>
      <CopyButton
        text="00020126580014br.gov.bcb.pix"
        label="Copiar código"
        done="Código copiado"
        selects="gallery-code"
      />
    </Card>
  )
}

function Fields(): JSX.Element {
  const [text, setText] = useState('')
  const [code, setCode] = useState('123456')
  const [state, setState] = useState('SP')
  const [day, setDay] = useState('2026-04-09')
  const [filter, setFilter] = useState<'late' | 'paid' | ''>('')
  return (
    <Card title="Campos">
      <TextField label="Nome completo" hint="Como está no documento." value={text} onInput={setText} />
      <TextField label="CPF" value="123" problem="O CPF tem 11 números." onInput={() => {}} />
      <TextField label="Complemento" isOptional value="" onInput={() => {}} />
      <SelectField
        label="Estado"
        value={state}
        onInput={setState}
        options={['MG', 'RJ', 'SP'].map(value => ({ value, label: value }))}
      />
      <LongTextField label="Mensagem" value={text} onInput={setText} maxlength={500} />
      <CodeField label="Código que enviamos" digits={6} value={code} onInput={setCode} />
      <FilterField
        label="Mostrar"
        all="Todas"
        value={filter}
        onChange={setFilter}
        options={[
          ['late', 'Atrasadas'],
          ['paid', 'Pagas'],
        ]}
      />
      <DayField label="Desde" value={day} onChange={setDay} />
    </Card>
  )
}

function ManyChoices(): JSX.Element {
  const [chosen, setChosen] = useState(0)
  const [isSure, setSure] = useState(false)
  const plans = ['3 vezes de R$ 200,00', '6 vezes de R$ 110,00', '12 vezes de R$ 65,00']
  return (
    <Card title="Escolhas">
      {(['cards', 'rows', 'chips'] as const).map(look => (
        <Choices key={look} legend={`Como pagar (${look})`} look={look} hint="Você pode mudar depois.">
          {plans.map((plan, index) => (
            <Choice key={plan} name={look} checked={chosen === index} onChoose={() => setChosen(index)}>
              {plan}
            </Choice>
          ))}
        </Choices>
      ))}
      <Checkbox checked={isSure} onChange={setSure}>
        Li o contrato e concordo.
      </Checkbox>
    </Card>
  )
}

function Messages(): JSX.Element {
  return (
    <Card title="Avisos e etiquetas">
      {(['calm', 'good', 'warn', 'bad'] as const).map(tone => (
        <Alert key={tone} tone={tone} title="Pagamento recebido">
          <p>A parcela 2 de 6 está paga.</p>
        </Alert>
      ))}
      <div class="row">
        <Tag>Em análise</Tag>
        <Tag tone="good">Paga</Tag>
        <Tag tone="warn">Atrasada</Tag>
        <Tag tone="bad">Cancelada</Tag>
      </div>
      <details>
        <summary>O que acontece se eu atrasar?</summary>
        <p>A parcela passa a ter multa de 2% e juros de 1% ao mês.</p>
      </details>
    </Card>
  )
}

function Numbers(): JSX.Element {
  return (
    <Card title="Valores e andamento">
      <Figures
        rows={[
          { name: 'Valor da compra', value: 'R$ 1.000,00' },
          { name: 'Custo Efetivo Total (CET)', value: '98,76% ao ano', hint: 'Juros, tarifa e imposto.' },
          { name: 'Total a pagar', value: 'R$ 1.234,56', strong: true },
        ]}
      />
      <StepProgress step={2} steps={5} name="seu celular" />
      <ProgressBar label="Foto enviada" share={0.6} />
    </Card>
  )
}

const ROWS = [
  { order: 'pedido-1001', customer: 'Ana Souza', value: 'R$ 600,00' },
  { order: 'pedido-1002', customer: 'João Pereira', value: 'R$ 1.250,90' },
]

function Lists(): JSX.Element {
  return (
    <Card title="Listas">
      <Search label="Pedido ou CPF" search="" onSearch={() => {}} />
      <Table
        caption="Pedidos de exemplo"
        rows={ROWS}
        keyOf={({ order }) => order}
        columns={[
          { name: 'Pedido', cell: ({ order }) => order },
          { name: 'Cliente', cell: ({ customer }) => customer },
          { name: 'Valor', cell: ({ value }) => value, isFigure: true },
        ]}
      />
    </Card>
  )
}
