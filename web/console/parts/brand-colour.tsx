import type { JSX } from 'preact'
import { deriveAccent, findSeemingMeaning, SCHEMES } from '../../../src/brand/accent.ts'
import { type Colour, computeContrast } from '../../../src/brand/colour.ts'
import { Alert } from '../../design/alert.tsx'
import { Table } from '../../design/table.tsx'

/** WCAG 2 (1.4.3). */
const READABLE = 4.5
const NAMES = { light: 'De dia', dark: 'De noite' } as const

interface Measured {
  readonly name: string
  readonly given: number
  readonly used: string
  readonly isChanged: boolean
  readonly onPage: number
  readonly onCard: number
  readonly button: number
}

/** What becomes of a colour in each scheme, measured. */
function measureColour(colour: Colour): Measured[] {
  const derived = deriveAccent(colour)
  return (['light', 'dark'] as const).map(name => {
    const { accent, on } = derived[name]
    const { page, card } = SCHEMES[name]
    return {
      name: NAMES[name],
      given: computeContrast(colour, page),
      used: accent,
      isChanged: accent !== colour,
      onPage: computeContrast(accent, page),
      onCard: computeContrast(accent, card),
      button: computeContrast(on, accent),
    }
  })
}

/** The colour as given and as used, with its contrast; what it could be taken for. */
export function ColourReport({ colour }: { colour: Colour }): JSX.Element {
  const measured = measureColour(colour)
  const seems = findSeemingMeaning(colour)
  const changed = measured.filter(({ isChanged }) => isChanged)
  return (
    <div class="stack">
      <Table
        caption="Contraste da cor"
        rows={measured}
        keyOf={({ name }) => name}
        columns={[
          { name: 'Esquema', cell: ({ name }) => name },
          { name: 'Sua cor no fundo', isFigure: true, cell: ({ given }) => writeContrast(given) },
          {
            name: 'Cor usada',
            cell: ({ used }) => (
              <span class="colour-used">
                <Swatch colour={used} /> <code>{used}</code>
              </span>
            ),
          },
          { name: 'No fundo', isFigure: true, cell: ({ onPage }) => writeContrast(onPage) },
          { name: 'No cartão', isFigure: true, cell: ({ onCard }) => writeContrast(onCard) },
          { name: 'Texto do botão', isFigure: true, cell: ({ button }) => writeContrast(button) },
        ]}
      />
      {changed.length > 0 && (
        <Alert>
          Para ser lida, a sua cor precisa de contraste {writeContrast(READABLE)}.{' '}
          {changed.map(({ name }) => name).join(' e ')}, usamos o tom mais próximo que chega lá.
        </Alert>
      )}
      {seems && (
        <Alert tone="warn">
          Esta cor é parecida com a que as páginas usam para {seems === 'bad' ? 'erros' : 'avisos'}. Um botão
          nela pode parecer {seems === 'bad' ? 'um erro' : 'um aviso'}.
        </Alert>
      )}
    </div>
  )
}

function Swatch({ colour }: { colour: string }): JSX.Element {
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill={colour} />
    </svg>
  )
}

const contrast = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** Rounded down: 4,49 is not 4,5. */
const writeContrast = (value: number): string => `${contrast.format(Math.floor(value * 10) / 10)} : 1`
