import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOGO, MARK, presentDrawing, presentIcon, WORD } from '../src/brand/mark.ts'
import { COLOURS } from '../src/brand/tokens.ts'
import { launchBrowser } from '../test/support/browser.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'src', 'brand', 'images')
const TYPEFACE = join(ROOT, 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
const ICON_SIZES = [16, 32, 48]

/** npm run generate -- brand: the pictures of the mark that cannot be SVG. */
export async function drawBrandImages(): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await (await browser.newContext({ deviceScaleFactor: 1 })).newPage()
    const take = async (html: string, width: number, height: number): Promise<Buffer> => {
      await page.setViewportSize({ width, height })
      await page.setContent(html)
      await page.evaluate('document.fonts.ready')
      return page.screenshot({ omitBackground: true })
    }
    const icons: Buffer[] = []
    for (const size of ICON_SIZES) icons.push(await take(presentIconPage(9), size, size))
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'favicon.ico'), composeIco(icons))
    // A phone cuts the corners itself.
    writeFileSync(join(FOLDER, 'apple-touch-icon.png'), await take(presentIconPage(0), 180, 180))
    writeFileSync(join(FOLDER, 'open-graph.png'), await take(presentCardPage(), 1200, 630))
  } finally {
    await browser.close()
  }
}

function presentIconPage(rounding: number): string {
  const { accent, spark, 'on-accent': on } = COLOURS
  const icon = presentIcon({ ground: accent.light, line: on.light, spark: spark.dark }, rounding)
  return `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${icon}`
}

function presentCardPage(): string {
  const { accent, spark, 'on-accent': on } = COLOURS
  const logo = `<svg viewBox="0 0 ${LOGO.width} ${LOGO.height}" width="${LOGO.width * 3.2}"><g transform="translate(${LOGO.mark.x} ${LOGO.mark.y})">${presentDrawing(MARK, on.light, spark.dark)}</g><g transform="translate(${LOGO.word.x} ${LOGO.word.y})">${presentDrawing(WORD, on.light, spark.dark)}</g></svg>`
  const face = readFileSync(TYPEFACE).toString('base64')
  const parts = [
    ['chart-1', 62],
    ['chart-2', 24],
    ['chart-3', 7],
    ['chart-4', 4],
    ['chart-5', 3],
  ] as const
  return `<style>
@font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${face}) }
body { margin: 0; padding: 96px 88px; box-sizing: border-box; height: 630px; background: ${accent.light}; color: ${on.light}; font-family: Figtree; display: flex; flex-direction: column; justify-content: space-between }
h1 { margin: 0; font-size: 76px; line-height: 1.08; font-weight: 700; letter-spacing: -0.02em; max-width: 900px }
p { margin: 0; font-size: 30px; opacity: .85 }
.bar { display: flex; gap: 6px; height: 28px }
.bar i { border-radius: 6px }
</style>${logo}<h1>Crédito no varejo, exato até o centavo</h1><div class="bar">${parts.map(([name, share]) => `<i style="flex:${share};background:${COLOURS[name].dark}"></i>`).join('')}</div><p>Código aberto. Boleto e Pix. Contrato, parcelas e livro contábil com os mesmos números.</p>`
}

/** Pictures of 16, 32 and 48 pixels in the container that browsers ask for by its old name. */
function composeIco(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [at, picture] of pictures.entries()) {
    const size = ICON_SIZES[at] ?? 0
    const entry = 6 + 16 * at
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
