import type { JSX } from 'preact'
import { Card } from '../design/card.tsx'
import { CompositionBar } from '../design/composition-bar.tsx'
import { InstallmentRing } from '../design/installment-ring.tsx'
import { Logo } from '../design/logo.tsx'
import { IllustrationsCard } from './illustrations-card.tsx'
import { Specimen } from './specimen.tsx'

/** What everything else is made of. */
export function Foundation(): JSX.Element {
  return (
    <>
      <Specimen
        id="marca"
        title="Marca"
        dos={['Deixe ao redor dela o espaço do ponto.', 'Em uma cor só, use a cor do texto.']}
        donts={['Girar, esticar ou pôr sombra.', 'Usar o âmbar em outro lugar: ele é a próxima parcela.']}
        copy="Crediário, com acento e inicial maiúscula, também no meio da frase."
      >
        <Logo />
      </Specimen>
      <Colours />
      <Sizes />
      <Specimen
        id="composicao"
        title="Barra de composição"
        dos={['Mostre sempre a compra primeiro, depois juros, IOF, tarifa e seguro.']}
        donts={['Trocar a ordem ou as cores para esconder um custo.']}
        motion="Nenhum: os valores já estão decididos."
        copy="De cada R$ 100 que você paga, tantos são da compra."
      >
        <CompositionBar
          lent="purchase"
          parts={[
            { name: 'released', value: 2_060.82 },
            { name: 'interest', value: 512.4 },
            { name: 'iof', value: 46.1 },
            { name: 'fee', value: 30 },
          ]}
        />
      </Specimen>
      <Specimen
        id="anel"
        title="Anel de parcelas"
        dos={['Um traço por parcela, do alto para a direita.']}
        donts={['Usar como gráfico de outra coisa.']}
        copy="O número no meio diz o mesmo que o anel."
      >
        <InstallmentRing states={['paid', 'paid', 'late', 'next', 'open', 'open']} />
      </Specimen>
      <IllustrationsCard />
    </>
  )
}

function Colours(): JSX.Element {
  return (
    <Card title="Cores">
      <ul class="colours">
        {listTokens('color').map(({ name }) => (
          <li key={name}>
            <svg aria-hidden="true">
              <rect width="100%" height="100%" style={{ fill: `var(${name})` }} />
            </svg>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sizes(): JSX.Element {
  return (
    <Card title="Tamanhos de letra">
      <ul class="sizes">
        {listTokens('text').map(({ name }) => (
          <li key={name} style={{ fontSize: `var(${name})` }}>
            {name.slice(2)}
          </li>
        ))}
      </ul>
      <p class="soft small">
        Movimento: 120 ms quando um estado muda, 200 ms quando uma peça se move, 320 ms quando algo é
        desenhado. Nenhum, se a pessoa pediu menos movimento.
      </p>
    </Card>
  )
}

/** A named value of the design package, as the browser reads it in the present scheme. */
interface Token {
  readonly name: string
  readonly value: string
}

const IS_COLOUR = /^(?:#|rgb)/

/** The names that the style sheet defines at its root, in its order. */
function listTokens(kind: 'color' | 'text'): Token[] {
  const names = new Set(
    [...document.styleSheets].flatMap(sheet =>
      [...sheet.cssRules].flatMap(rule =>
        rule instanceof CSSStyleRule && rule.selectorText === ':root'
          ? [...rule.style].filter(name => name.startsWith('--'))
          : [],
      ),
    ),
  )
  const style = getComputedStyle(document.documentElement)
  const tokens = [...names].map(name => ({ name, value: style.getPropertyValue(name).trim() }))
  return tokens.filter(({ name, value }) =>
    kind === 'text' ? /^--text\b/.test(name) : IS_COLOUR.test(value),
  )
}
