import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../src/contract/account.ts'
import type { HomeFacts } from '../../src/contract/first-screens.ts'
import type { StoreProduct } from '../../src/contract/store.ts'
import { Offer } from '../customer/offer.tsx'
import { Logo } from '../design/logo.tsx'
import { Drawing } from '../store/drawings/drawing.tsx'
import { writeCentavos } from '../store/money.ts'
import { Drawn, type HomeDrawing } from './drawings.tsx'
import { PROVEN } from './proven.ts'

/** Rendered by the server alone. In production a stranger learns the name of the service and little else. */
export function HomePage(facts: HomeFacts): JSX.Element {
  return (
    <div class="home">
      <header class="home-head">
        <Logo />
        {facts.isHomologation && <span class="environment">Homologação</span>}
      </header>
      {facts.isHomologation ? <Homologation {...facts} /> : <Production />}
    </div>
  )
}

function Homologation({ hasShop, sample }: HomeFacts): JSX.Element {
  return (
    <>
      <main class="home-main">
        <section class={sample === undefined ? 'hero' : 'hero with-sample'}>
          <div class="hero-words">
            <h1>O crediário da sua loja, exato até o centavo</h1>
            <p class="lead">
              A loja envia o carrinho. O Crediário decide o crédito, mostra quanto custa de verdade, assina o
              contrato no celular e cuida de cada parcela até a última.
            </p>
            <p class="row">
              {hasShop && (
                <a class="button" href="/store">
                  Comprar na loja de teste
                </a>
              )}
              <a class={hasShop ? 'button quiet' : 'button'} href="/docs">
                Integrar uma loja
              </a>
            </p>
          </div>
          {sample !== undefined && <Sample {...sample} />}
        </section>
        <ul class="proven">
          {PROVEN.map(({ figure, meaning, proof }) => (
            <li key={proof}>
              <strong>{figure}</strong>
              <p class="soft">{meaning}</p>
              <a href={`/docs/proof#${proof}`} aria-label={`Como foi medido: ${figure}`}>
                Como foi medido
              </a>
            </li>
          ))}
        </ul>
        <section class="stack">
          <h2>Por onde começar</h2>
          <ul class="ways">
            {[...(hasShop ? [SHOP] : []), ACCOUNT, REFERENCE, DESK].map(way => (
              <WayCard key={way.path} {...way} />
            ))}
          </ul>
        </section>
      </main>
      <footer class="home-foot soft small">
        <p>
          Este é o ambiente de testes: as pessoas são inventadas, nenhuma mensagem é enviada e nenhum dinheiro
          é movimentado.
        </p>
      </footer>
    </>
  )
}

/** What a shop's page shows beside a price: the element is the real one, and so is its offer. */
function Sample({ publishableKey, product }: NonNullable<HomeFacts['sample']>): JSX.Element {
  return (
    <div class="sample card">
      <Drawing name={product.drawing} values={listFirstValues(product)} />
      <div class="stack stack-tight">
        <h2>{product.name}</h2>
        <p class="sample-price">
          {writeCentavos(product.priceCentavos)} <span class="soft">à vista, ou no crediário:</span>
        </p>
        <Offer
          publishableKey={publishableKey}
          priceCentavos={product.priceCentavos}
          page="pdp"
          variant="card"
        />
      </div>
    </div>
  )
}

const listFirstValues = ({ options }: StoreProduct) => options.flatMap(({ values }) => values.slice(0, 1))

interface Way {
  readonly path: string
  readonly drawing: HomeDrawing
  readonly name: string
  readonly purpose: string
}

const SHOP: Way = {
  path: '/store',
  drawing: 'shop',
  name: 'Loja de demonstração',
  purpose: 'Compre como cliente: do carrinho até o pedido aprovado.',
}
const ACCOUNT: Way = {
  path: ACCOUNT_PATH,
  drawing: 'account',
  name: 'Minha conta',
  purpose: 'Onde o cliente vê e paga as suas compras, com o CPF e um código.',
}
const REFERENCE: Way = {
  path: '/docs',
  drawing: 'reference',
  name: 'Documentação',
  purpose: 'Guias e todas as chamadas, com exemplos que podem ser enviados da própria página.',
}
const DESK: Way = {
  path: '/desk',
  drawing: 'desk',
  name: 'Mesa de crédito',
  purpose: 'Onde uma pessoa decide o que nenhuma regra pode decidir.',
}

function WayCard({ path, drawing, name, purpose }: Way): JSX.Element {
  return (
    <li>
      <a class="way" href={path}>
        <Drawn name={drawing} />
        <span class="way-words">
          <strong>{name}</strong> <span class="soft">{purpose}</span>
        </span>
      </a>
    </li>
  )
}

function Production(): JSX.Element {
  return (
    <main class="home-main">
      <div class="hero hero-words quiet">
        <h1>O crediário da sua loja, exato até o centavo</h1>
        <p class="lead">
          Comprou no crediário? Entre com o seu CPF e o código que chega ao celular: as parcelas, os boletos,
          o Pix e o contrato estão na sua conta.
        </p>
      </div>
      <ul class="ways two">
        <WayCard {...ACCOUNT} purpose="Acompanhe e pague as suas compras." />
        <WayCard {...REFERENCE} purpose="Para quem integra uma loja: guias e todas as chamadas." />
      </ul>
    </main>
  )
}
