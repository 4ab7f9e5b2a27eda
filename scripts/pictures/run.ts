import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_RETAILER, startTestApp } from '../../test/support/app.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { ensurePages } from '../pages/ensure-pages.ts'
import { takeDesk } from './desk-scene.ts'
import {
  takeCustomer,
  takeOnboarding,
  takePaymentLink,
  takePublicPages,
  takeShop,
  takeWaiting,
} from './scenes.ts'
import { FOLDER, openStudio } from './studio.ts'

const SCENES = {
  public: takePublicPages,
  shop: takeShop,
  onboarding: takeOnboarding,
  waiting: takeWaiting,
  links: takePaymentLink,
  customer: takeCustomer,
  desk: takeDesk,
}

/** npm run generate -- pictures: of every page, in light and dark, from a service of its own whose clock stands still. */
export async function takePictures(wanted: readonly string[]): Promise<void> {
  const scenes = Object.entries(SCENES).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  if (scenes.length < wanted.length) throw new Error(`the scenes are ${Object.keys(SCENES).join(', ')}`)
  await ensurePages()
  // A service for each scene: what one plays is not seen in the next.
  const browser = await launchBrowser()
  const taken = new Map<string, Buffer>()
  try {
    for (const [, take] of scenes) {
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
  if (wanted.length === 0)
    for (const file of readdirSync(FOLDER))
      if (file.endsWith('.webp') && !taken.has(file.slice(0, -'.webp'.length))) {
        rmSync(join(FOLDER, file))
        console.log(`removed  ${file}: no page shows it any more`)
      }
}
