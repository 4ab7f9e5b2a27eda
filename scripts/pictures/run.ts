import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_RETAILER, startTestApp } from '../../test/support/app.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { ensurePages } from '../pages/ensure-pages.ts'
import { COMPOSED_NAMES, composePictures } from './composed.ts'
import { takeConsoleIntegration } from './console-integration-scene.ts'
import { takeConsoleMoney } from './console-money-scene.ts'
import { takeConsoleOrders } from './console-orders-scene.ts'
import { takeConsolePeople } from './console-people-scene.ts'
import { takeConsoleSelling } from './console-selling-scene.ts'
import { takeDesk } from './desk-scene.ts'
import {
  takeCustomer,
  takeOnboarding,
  takePaymentLink,
  takePublicPages,
  takeShop,
  takeWaiting,
} from './scenes.ts'
import { FOLDER, openStudio, type Studio } from './studio.ts'

const SCENES = {
  public: takePublicPages,
  shop: takeShop,
  onboarding: takeOnboarding,
  waiting: takeWaiting,
  links: takePaymentLink,
  customer: takeCustomer,
  desk: takeDesk,
  'console-orders': takeConsoleOrders,
  'console-money': takeConsoleMoney,
  'console-selling': takeConsoleSelling,
  'console-integration': takeConsoleIntegration,
  'console-people': takeConsolePeople,
}

/** npm run generate -- pictures: of every page, in light and dark, from a service of its own whose clock stands still. */
export async function takePictures(wanted: readonly string[]): Promise<void> {
  const scenes = Object.entries(SCENES).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  const known = [...Object.keys(SCENES), COMPOSED]
  if (!wanted.every(name => known.includes(name))) throw new Error(`the scenes are ${known.join(', ')}`)
  const taken = new Map<string, Buffer>()
  if (scenes.length > 0)
    await playScenes(
      scenes.map(([, take]) => take),
      taken,
    )
  await composePictures()
  if (wanted.length === 0)
    for (const file of readdirSync(FOLDER))
      if (file.endsWith('.webp') && !taken.has(file.slice(0, -'.webp'.length)) && !isComposed(file)) {
        rmSync(join(FOLDER, file))
        console.log(`removed  ${file}: no page shows it any more`)
      }
}

/** What is made of pictures that are there: no page is opened for it. */
const COMPOSED = 'composed'

const isComposed = (file: string): boolean => COMPOSED_NAMES.some(name => file.startsWith(`${name}-`))

async function playScenes(
  scenes: readonly ((studio: Studio) => Promise<void>)[],
  taken: Map<string, Buffer>,
): Promise<void> {
  await ensurePages()
  const browser = await launchBrowser()
  try {
    // A service for each scene: what one plays is not seen in the next.
    for (const take of scenes) {
      const app = await startTestApp({ pixApi: 'sandbox' })
      try {
        await app.services.retailers.allowOrigin(DEMO_RETAILER, app.url)
        await take(openStudio(app, browser, taken))
      } finally {
        await app.stop()
      }
    }
  } finally {
    await browser.close()
  }
}
