import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../design/button.tsx'
import { Sparkline } from '../design/charts/sparkline.tsx'
import { Chip, ChipFilter } from '../design/chip.tsx'
import { CodeBlock } from '../design/code-block.tsx'
import { Combobox } from '../design/combobox.tsx'
import { EmptyState } from '../design/empty-state.tsx'
import { writeMoney } from '../design/format.ts'
import { Kbd } from '../design/kbd.tsx'
import { Pagination } from '../design/pagination.tsx'
import { Period } from '../design/period.tsx'
import { Segmented } from '../design/segmented.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { Slider } from '../design/slider.tsx'
import { Stat, Stats } from '../design/stat.tsx'
import { Tabs } from '../design/tabs.tsx'
import { Timeline } from '../design/timeline.tsx'
import { Toast } from '../design/toast.tsx'
import { Drawer } from '../shell/drawer.tsx'
import { SEARCH_KEYS } from '../shell/palette.tsx'
import { RailItems } from '../shell/shell.tsx'
import { Specimen } from './specimen.tsx'

/** Parts of pages on which staff work all day. */
export function WorkParts(): JSX.Element {
  return (
    <>
      <RailSample />
      <Specimen
        id="stat"
        title="Stat"
        dos={[
          'Até quatro por linha, cada um com o seu período.',
          'Ponha a direção ao lado, em uma linha pequena.',
        ]}
        donts={[
          'Colorir o número: valores são sempre da cor do texto.',
          'Mostrar um número que ninguém usa.',
        ]}
        motion="O traço é desenhado uma vez, em 320 ms."
        copy="Nome curto em cima, sem ponto; a comparação diz com o quê."
      >
        <Stats>
          <Stat name="Vendas" value="R$ 1,2 mi" note="30 dias">
            <Sparkline label="Vendas em 30 dias: subiram" values={[4, 6, 5, 7, 9, 8, 11, 12]} />
          </Stat>
          <Stat name="Pedidos" value="847" note="30 dias">
            <Sparkline label="Pedidos em 30 dias: estáveis" values={[7, 8, 7, 8, 7, 8, 8]} />
          </Stat>
        </Stats>
      </Specimen>
      <Specimen
        id="timeline"
        title="Timeline"
        dos={['O mais novo primeiro, com o ponto cheio.', 'Diga quando e quem.']}
        donts={['Usar para o que ainda vai acontecer.']}
        copy="Verbo no passado: “Selfie recebida”."
      >
        <Timeline
          events={[
            { key: '3', title: 'Pagamento recebido', meta: '10 de março às 14:02, banco' },
            { key: '2', title: 'Contrato assinado', meta: '9 de março às 18:40, cliente' },
            { key: '1', title: 'Compra criada', meta: '9 de março às 18:31, lojista' },
          ]}
        />
      </Specimen>
      <DrawerSample />
      <Specimen
        id="tabs"
        title="Tabs"
        dos={['Vistas da mesma coisa; as setas trocam.', 'De duas a cinco, com uma palavra cada.']}
        donts={['Esconder numa aba o que a decisão precisa.', 'Usar para ir a outra página: isso é um link.']}
      >
        <Tabs
          label="Exemplo"
          tabs={[
            { name: 'Pagamentos', content: <p>Nenhum pagamento até agora.</p> },
            { name: 'Mensagens', content: <p>Duas mensagens enviadas.</p> },
            { name: 'Livros', content: <p>O cliente deve R$ 1.711,05.</p> },
          ]}
        />
      </Specimen>
      <Choosing />
      <SearchSample />
      <Specimen
        id="code-block"
        title="CodeBlock"
        dos={['Linhas inteiras, prontas para colar.']}
        donts={['Quebrar linhas: elas rolam para o lado.', 'Mostrar segredos de verdade.']}
        copy="O título diz onde se cola."
      >
        <CodeBlock
          title="Terminal"
          text={'curl https://api.exemplo.com.br/preApprove \\\n  -H "x-service-apikey: $CHAVE"'}
        />
      </Specimen>
      <Feedback />
    </>
  )
}

function RailSample(): JSX.Element {
  return (
    <Specimen
      id="rail"
      title="Rail"
      dos={[
        'Um ícone e uma palavra; o número só quando algo espera.',
        'Numa tela estreita, cinco embaixo, o resto em “Mais”.',
      ]}
      donts={['Dois níveis.', 'Um zero: nada esperando não é notícia.']}
      motion="A cor muda em 120 ms; a barra não desliza."
    >
      <div class="rail-sample">
        <RailItems
          label="Exemplo"
          Link={({ to, isCurrent, children, ...more }) => (
            <a href={to} class={more.class ?? ''} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
              {children}
            </a>
          )}
          items={[
            { href: '#rail', name: 'Pedidos', icon: 'invoice', isCurrent: true, count: 3 },
            { href: '#stat', name: 'Repasses', icon: 'leaving', isCurrent: false },
            { href: '#tabs', name: 'Contratos', icon: 'contract', isCurrent: false, count: 12 },
          ]}
        />
      </div>
    </Specimen>
  )
}

function DrawerSample(): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <Specimen
      id="drawer"
      title="Drawer"
      dos={[
        'Uma linha da lista, ao lado dela, com o endereço da própria página.',
        'Ações no pé; Esc volta para a linha.',
      ]}
      donts={['Abrir outra gaveta por cima.', 'Numa tela estreita: ali é a página inteira.']}
      motion="Entra da direita em 200 ms."
    >
      <div class="row">
        <Button wide={false} kind="quiet" onPress={() => setOpen(true)}>
          Abrir a gaveta
        </Button>
      </div>
      {isOpen && (
        <Drawer label="Exemplo de gaveta" onClose={close} onWiden={close}>
          <h4>pedido-1001</h4>
          <p class="soft">A lista continua à mão.</p>
        </Drawer>
      )}
    </Specimen>
  )
}

function Choosing(): JSX.Element {
  const [unit, setUnit] = useState<'value' | 'count'>('value')
  const [state, setState] = useState<'late' | 'paid' | ''>('late')
  const [page, setPage] = useState(2)
  const [days, setDays] = useState({ from: '2026-02-09', to: '2026-03-10' })
  const [entry, setEntry] = useState(600)
  return (
    <>
      <Specimen
        id="segmented"
        title="Segmented"
        dos={['De duas a cinco escolhas que se excluem e valem na hora.']}
        donts={['Ações: para elas há botões.']}
        motion="O fundo muda em 120 ms."
        copy="Uma palavra por escolha."
      >
        <Segmented
          label="Mostrar"
          value={unit}
          onChange={setUnit}
          options={[
            ['value', 'Valor'],
            ['count', 'Quantidade'],
          ]}
        />
      </Specimen>
      <Specimen
        id="chip-filter"
        title="Chip filter"
        dos={['Mostre todas as escolhas; apertar de novo desfaz.']}
        donts={['Mais de sete: aí é uma lista.']}
      >
        <ChipFilter
          label="Situação"
          all="Todas"
          value={state}
          onChange={setState}
          options={[
            ['late', 'Atrasadas'],
            ['paid', 'Pagas'],
          ]}
        />
        <div class="chip-row">
          <Chip onPress={() => {}}>Sugestão que preenche um campo</Chip>
        </div>
      </Specimen>
      <Specimen
        id="pagination"
        title="Pagination"
        dos={['Diga em que página se está e quantas há.']}
        donts={['Rolagem sem fim onde alguém procura uma linha.']}
      >
        <Pagination page={page} pages={5} onTurn={setPage} />
      </Specimen>
      <Specimen
        id="date-range"
        title="DateRange e período"
        dos={['Ofereça 7 d, 30 d e mês antes do calendário.', 'Os dois dias contam.']}
        donts={['Deixar o fim antes do começo: ele acompanha.']}
        copy="Datas como 10/03/2026."
      >
        <Period today="2026-03-10" days={days} onChange={setDays} />
      </Specimen>
      <Specimen
        id="slider"
        title="Slider"
        dos={['Onde mais ou menos já serve, com o valor escrito ao lado.']}
        donts={['Valores exatos: para eles há um campo.']}
      >
        <Slider
          label="Entrada"
          value={entry}
          least={0}
          most={2_000}
          step={50}
          write={writeMoney}
          onChange={setEntry}
        />
      </Specimen>
    </>
  )
}

const CITIES = ['Belém', 'Belo Horizonte', 'Brasília', 'Curitiba', 'São Paulo'].map(name => ({
  key: name,
  name,
}))

function SearchSample(): JSX.Element {
  const [text, setText] = useState('')
  const options = CITIES.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))
  return (
    <>
      <Specimen
        id="combobox"
        title="Combobox"
        dos={['O foco fica no campo; as setas andam na lista.', 'Diga o que fazer quando nada é encontrado.']}
        donts={['Escolher sozinho o que a pessoa só começou a escrever.']}
      >
        <Combobox
          label="Cidade"
          text={text}
          onText={setText}
          options={options}
          onChoose={({ name }) => setText(name)}
          empty="Nenhuma cidade com esse começo."
        />
      </Specimen>
      <Specimen
        id="kbd"
        title="Kbd"
        dos={['Ao lado da ação que a tecla faz.']}
        donts={['Uma tecla como único caminho.']}
        copy="As teclas do sistema da pessoa: ⌘ ou Ctrl."
      >
        <p>
          Buscar em tudo: <Kbd keys={SEARCH_KEYS} />
        </p>
      </Specimen>
    </>
  )
}

function Feedback(): JSX.Element {
  const [said, setSaid] = useState<{ readonly text: string }>()
  return (
    <>
      <Specimen
        id="toast"
        title="Toast"
        dos={['O que acabou de dar certo; some sozinho em 8 segundos.']}
        donts={['Erros: eles ficam ao lado de onde aconteceram.', 'O único lugar de uma informação.']}
        motion="Sobe em 200 ms."
        copy="Uma frase, no passado: “Nota validada.”"
      >
        <div class="row">
          <Button
            wide={false}
            kind="quiet"
            onPress={() => setSaid({ text: 'Nota do pedido 1001 validada.' })}
          >
            Mostrar um aviso
          </Button>
        </div>
        <Toast said={said} />
      </Specimen>
      <Specimen
        id="skeleton"
        title="Skeleton"
        dos={['A forma do que vem, no lugar dela.']}
        donts={['Girar por minutos: depois de 20 segundos há uma falha a contar.']}
        motion="Aparece devagar, e só se a resposta demorar."
      >
        <Skeleton lines={3} />
      </Specimen>
      <Specimen
        id="empty-state"
        title="EmptyState"
        dos={['Diga por que está vazio e, se houver, a única ação.']}
        donts={['“Nenhum registro encontrado.”']}
        copy="Boa notícia quando é boa notícia: “Ninguém está esperando.”"
      >
        <EmptyState title="Ninguém está esperando.">Os próximos casos aparecem aqui sozinhos.</EmptyState>
      </Specimen>
    </>
  )
}
