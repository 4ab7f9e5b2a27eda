import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { COLOURS } from '../../src/brand/tokens.ts'
import { keepPicture } from './keep-picture.ts'
import { FOLDER, SCHEMES, type Scheme } from './studio.ts'

/* Pictures that are made of others: the first one of the README, and a purchase that moves. */

/** A purchase on a phone, from the product to the approved order. */
const FILM: readonly string[] = [
  'store-phone-product',
  'element-phone',
  'pay-options',
  'onboarding-summary',
  'onboarding-document',
  'onboarding-selfie',
  'onboarding-contract',
  'onboarding-down-payment',
  'onboarding-complete',
]
const FILM_SIZE = { width: 390, height: 844 }
const STILL_MS = 1_700
const BLEND_MS = 70
/** Between two pictures; more would be smoother and larger. */
const BLENDS: readonly number[] = [0.33, 0.67]

const read = (name: string, scheme: Scheme): string => join(FOLDER, `${name}-${scheme}.webp`)

/** Which pictures these are made of. */
export const COMPOSED_NAMES: readonly string[] = ['hero', 'purchase']

export async function composePictures(): Promise<void> {
  for (const scheme of SCHEMES) {
    await composeHero(scheme)
    await composeFilm(scheme)
  }
}

/** Written again only when one of its pictures is newer. */
async function composeFilm(scheme: Scheme): Promise<void> {
  const path = read('purchase', scheme)
  const sources = FILM.map(name => read(name, scheme))
  const isNew = (source: string): boolean => statSync(source).mtimeMs > statSync(path).mtimeMs
  if (existsSync(path) && !sources.some(isNew)) return
  const stills = await Promise.all(
    sources.map(source =>
      sharp(source)
        .resize({ ...FILM_SIZE, fit: 'cover', position: 'top' })
        .flatten({ background: COLOURS.page[scheme] })
        .png()
        .toBuffer(),
    ),
  )
  const frames: { readonly picture: Buffer; readonly delay: number }[] = []
  for (const [at, still] of stills.entries()) {
    frames.push({ picture: still, delay: STILL_MS })
    const next = stills[(at + 1) % stills.length] ?? still
    for (const share of BLENDS) frames.push({ picture: await blend(still, next, share), delay: BLEND_MS })
  }
  const film = await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 55, effort: 3, loop: 0, delay: frames.map(({ delay }) => delay) })
    .toBuffer()
  writeFileSync(path, film)
  console.log(`written  purchase-${scheme}, ${Math.round(film.length / 1000)} kB`)
}

async function blend(under: Buffer, over: Buffer, share: number): Promise<Buffer> {
  const half = await sharp(over).ensureAlpha(share).png().toBuffer()
  return sharp(under)
    .composite([{ input: half }])
    .png()
    .toBuffer()
}

const HERO = { width: 1600, height: 900 }
const WIDE = { width: 1150, height: 719, left: 90, top: 110 }
const TALL = { width: 330, height: 714, left: 1170, top: 130 }
/** Around the phone. */
const EDGE = 10

/** The shop on a desktop with the customer's phone before it. */
async function composeHero(scheme: Scheme): Promise<void> {
  const wide = await cutOut(read('store-product', scheme), WIDE, 18)
  const tall = await cutOut(read('pay-options', scheme), TALL, 34)
  const shell = `<svg xmlns="http://www.w3.org/2000/svg" width="${HERO.width}" height="${HERO.height}">
<rect x="${TALL.left - EDGE}" y="${TALL.top - EDGE}" width="${TALL.width + 2 * EDGE}" height="${TALL.height + 2 * EDGE}" rx="${34 + EDGE}" fill="${COLOURS.camera.light}"/></svg>`
  const ground = scheme === 'light' ? COLOURS.accent.light : COLOURS['accent-wash'].dark
  const png = await sharp({ create: { ...HERO, channels: 4, background: ground } })
    .composite([
      { input: wide, left: WIDE.left, top: WIDE.top },
      { input: Buffer.from(shell) },
      { input: tall, left: TALL.left, top: TALL.top },
    ])
    .png()
    .toBuffer()
  const isNew = await keepPicture(read('hero', scheme), png)
  console.log(`${isNew ? 'written' : 'as before'}  hero-${scheme}`)
}

/** As large as asked for, with round corners. */
async function cutOut(
  source: string,
  { width, height }: { readonly width: number; readonly height: number },
  rounding: number,
): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${rounding}"/></svg>`
  return sharp(source)
    .resize({ width, height, fit: 'cover', position: 'top' })
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}
