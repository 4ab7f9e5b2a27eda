import { parseArgs } from 'node:util'
import { benchAccrual } from './accrual.ts'
import { benchBoleto } from './boleto.ts'
import { benchClosing } from './closing.ts'
import { benchCompression } from './compression.ts'
import { benchConnectors } from './connectors.ts'
import { benchConsole } from './console.ts'
import { benchEndpoints, benchHistory } from './endpoints.ts'
import { benchGrowth } from './growth.ts'
import { benchNotices } from './notices.ts'
import { benchPages } from './pages.ts'
import { benchPdf } from './pdf.ts'
import { benchPricing } from './pricing.ts'
import { benchProcesses } from './processes.ts'
import { benchPurchaseHistory, benchPurchases } from './purchases.ts'
import type { BenchResult } from './result.ts'
import { benchShop } from './shop.ts'
import { benchShortcuts } from './shortcuts.ts'
import { benchStorefront } from './storefront.ts'
import { benchTurns } from './turns.ts'
import { benchWebhooks } from './webhooks.ts'

const BENCHES: Readonly<Record<string, () => Promise<BenchResult[]>>> = {
  pricing: benchPricing,
  boleto: benchBoleto,
  pdf: benchPdf,
  endpoints: benchEndpoints,
  history: benchHistory,
  purchases: benchPurchases,
  'purchase-history': benchPurchaseHistory,
  webhooks: benchWebhooks,
  notices: benchNotices,
  accrual: benchAccrual,
  closing: benchClosing,
  console: benchConsole,
  storefront: benchStorefront,
  connectors: benchConnectors,
  processes: benchProcesses,
  compression: benchCompression,
  shortcuts: benchShortcuts,
  pages: benchPages,
  shop: benchShop,
}

/** Take hours or need another checkout, so that they run only when they are named. */
const LONG_BENCHES: Readonly<Record<string, () => AsyncIterable<BenchResult>>> = {
  growth: () => benchGrowth(options),
  turns: () => benchTurns(options),
}

function presentResult({ claim, ratio, goal, ok, figures }: BenchResult): string {
  const numbers = Object.entries(figures).map(([name, value]) => {
    const text =
      typeof value === 'number'
        ? value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 })
        : value
    return `      ${name.padEnd(28)} ${text}`
  })
  return `${ok ? 'ok  ' : 'MISS'} ${claim}\n      ${ratio.toFixed(2)} × the floor's time (${goal})\n${numbers.join('\n')}\n`
}

const { positionals: wanted, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    checkouts: { type: 'string' },
    purchases: { type: 'string' },
    bought: { type: 'string' },
    against: { type: 'string' },
  },
})
const all = { ...BENCHES, ...LONG_BENCHES }
const unknown = wanted.filter(name => !(name in all))
if (unknown.length > 0) throw new Error(`there are only these benches: ${Object.keys(all).join(', ')}`)

let misses = 0
for (const [name, bench] of Object.entries(wanted.length > 0 ? all : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for await (const result of await bench()) {
    process.stdout.write(`${presentResult(result)}\n`)
    if (!result.ok) misses += 1
  }
}
process.exitCode = misses === 0 ? 0 : 1
