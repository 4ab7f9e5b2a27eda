import type { JSX } from 'preact'
import { liveRegion } from '../design/announce.ts'
import { Logo } from '../design/logo.tsx'
import { Basics } from './basics.tsx'
import { ChartParts } from './chart-parts.tsx'
import { Foundation } from './foundation.tsx'
import { WorkParts } from './work-parts.tsx'

const CHAPTERS = [
  { id: 'fundamentos', title: 'Fundamentos', Content: Foundation },
  { id: 'paginas', title: 'Peças das páginas', Content: Basics },
  { id: 'trabalho', title: 'Peças de trabalho', Content: WorkParts },
  { id: 'graficos', title: 'Gráficos', Content: ChartParts },
] as const

/** What there is, before something new is made. Everybody may look: it says nothing about an installation. */
export function Gallery(): JSX.Element {
  return (
    <>
      <header class="gallery-head">
        <a href="/" aria-label="Crediário: início">
          <Logo />
        </a>
        <nav aria-label="Capítulos">
          {CHAPTERS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <div class="stack stack-tight">
          <h1>O desenho do Crediário</h1>
          <p class="soft">
            Cores, letras, peças e gráficos de que todas as páginas são feitas, com o que fazer e o que
            evitar. Mude o tema e o tamanho da letra no seu aparelho para ver como respondem.
          </p>
        </div>
        {CHAPTERS.map(({ id, title, Content }) => (
          <section key={id} class="chapter" id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Content />
          </section>
        ))}
      </main>
      <p {...liveRegion} />
    </>
  )
}
