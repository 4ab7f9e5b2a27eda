import type { JSX } from 'preact'
import { Bar } from '../design/charts/bar.tsx'
import { Heat } from '../design/charts/heat.tsx'
import { Line } from '../design/charts/line.tsx'
import { writeShortMoney } from '../design/charts/scale.ts'
import { StackedArea } from '../design/charts/stacked-area.tsx'
import { Waterfall } from '../design/charts/waterfall.tsx'
import { writeMoney } from '../design/format.ts'
import { Specimen } from './specimen.tsx'

const MONTHS = ['out', 'nov', 'dez', 'jan', 'fev', 'mar']
const money = { write: writeMoney, writeShort: writeShortMoney }
const DRAWN = 'Desenhado uma vez em 320 ms; nada se move depois.'

/** Shapes of figures; each is a table too. */
export function ChartParts(): JSX.Element {
  return (
    <>
      <Specimen
        id="line"
        title="Line"
        dos={[
          'O nome no fim de cada linha, em vez de legenda.',
          'As setas andam pelos pontos; o valor é lido em voz alta.',
        ]}
        donts={['Mais de cinco linhas.', 'Um eixo que não começa no zero, sem dizer.']}
        motion={DRAWN}
        copy="Valores curtos no eixo: “R$ 1,2 mi”."
      >
        <Line
          title="Vendas por mês"
          places={MONTHS}
          series={[
            { name: 'Aprovadas', values: [620_000, 710_000, 1_180_000, 840_000, 905_000, 1_020_000] },
            { name: 'Recusadas', values: [210_000, 230_000, 390_000, 260_000, 240_000, 255_000] },
          ]}
          {...money}
        />
      </Specimen>
      <Specimen
        id="stacked-area"
        title="StackedArea"
        dos={['Faixas de atraso em uma só escala, da mais clara à mais escura.']}
        donts={['Cores de semáforo: quem não distingue verde de vermelho não lê nada.']}
        motion={DRAWN}
      >
        <StackedArea
          title="Carteira em atraso"
          places={MONTHS}
          isRamp
          series={[
            { name: '1–14 dias', values: [42_000, 45_000, 39_000, 51_000, 48_000, 44_000] },
            { name: '15–30', values: [21_000, 22_000, 24_000, 23_000, 27_000, 25_000] },
            { name: '31–60', values: [14_000, 13_000, 15_000, 17_000, 16_000, 18_000] },
            { name: '61–90', values: [8_000, 9_000, 8_500, 9_400, 10_100, 9_800] },
            { name: '91 ou mais', values: [11_000, 11_500, 12_000, 12_400, 13_300, 14_000] },
          ]}
          {...money}
        />
      </Specimen>
      <Specimen
        id="bar"
        title="Bar"
        dos={['O número em cima da barra, quando cabe.']}
        donts={['Barras que não começam no zero.']}
        motion={DRAWN}
      >
        <Bar
          title="Decisões por dia"
          columns={['Dia', 'Decisões']}
          bars={['seg', 'ter', 'qua', 'qui', 'sex', 'sáb', 'dom'].map((name, at) => ({
            name,
            value: [31, 44, 38, 52, 47, 12, 5][at] ?? 0,
          }))}
        />
      </Specimen>
      <Specimen
        id="waterfall"
        title="Waterfall"
        dos={['De um valor a outro, passo a passo, na ordem em que acontece.']}
        donts={['Misturar períodos no mesmo caminho.']}
        motion={DRAWN}
      >
        <Waterfall
          title="Do vendido ao repassado"
          total="Repasse"
          steps={[
            { name: 'Vendido', value: 120_000 },
            { name: 'Devolvido', value: -14_500 },
            { name: 'Desconto', value: -6_300 },
            { name: 'Reservas', value: 4_000 },
          ]}
          {...money}
        />
      </Specimen>
      <Specimen
        id="heat"
        title="Heat"
        dos={['Cinco tons de uma escala; vazio é cinza.']}
        donts={['Ler valores exatos pela cor: para isso há a tabela.']}
        motion={DRAWN}
      >
        <Heat
          title="Pedidos por hora"
          columns={['8h', '10h', '12h', '14h', '16h', '18h', '20h']}
          rows={[
            { name: 'seg', values: [4, 11, 18, 14, 16, 22, 9] },
            { name: 'ter', values: [3, 9, 16, 12, 19, 25, 11] },
            { name: 'qua', values: [5, 12, 20, 15, 17, 21, 8] },
            { name: 'qui', values: [2, 8, 15, 13, 14, 19, 10] },
            { name: 'sex', values: [6, 14, 24, 19, 23, 31, 15] },
            { name: 'sáb', values: [8, 21, 28, 26, 20, 14, 0] },
          ]}
        />
      </Specimen>
    </>
  )
}
