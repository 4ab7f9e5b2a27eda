import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from '../../../scripts/debian-packages.ts'

export function ensureScanner(): void {
  ensureDebianPackages({ pdftoppm: 'poppler-utils', pdftotext: 'poppler-utils', zbarimg: 'zbar-tools' })
}

export interface ScannedPage {
  readonly barcodes: string[]
  readonly qrCodes: string[]
}

/** Renders every page in grayscale and scans its codes. */
export function scanPdf(pdf: Buffer, dotsPerInch: number): ScannedPage[] {
  return withFolder(pdf, folder => {
    run('pdftoppm', ['-gray', '-r', String(dotsPerInch), join(folder, 'in.pdf'), join(folder, 'page')])
    const images = readdirSync(folder)
      .filter(name => name.endsWith('.pgm'))
      .sort()
    const settings = ['*.enable=0', 'i25.enable=1', 'qrcode.enable=1'].flatMap(each => ['--set', each])
    const xml = run('zbarimg', ['-q', '--xml', ...settings, ...images.map(name => join(folder, name))])
    const pages = xml.split('<source ').slice(1)
    assert.equal(pages.length, images.length)
    return pages.map(page => ({ barcodes: listSymbols(page, 'I2/5'), qrCodes: listSymbols(page, 'QR-Code') }))
  })
}

function listSymbols(page: string, type: string): string[] {
  const symbols = page.matchAll(/<symbol type='([^']+)'[\s\S]*?<!\[CDATA\[([\s\S]*?)\]\]>/g)
  return [...symbols].filter(symbol => symbol[1] === type).map(symbol => symbol[2] ?? '')
}

export interface Word {
  readonly text: string
  /** Millimetres from the left and upper edges of the page. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Every word of every page with its bounding box. */
export function readWords(pdf: Buffer): Word[][] {
  return withFolder(pdf, folder => {
    const html = run('pdftotext', ['-bbox', '-enc', 'UTF-8', join(folder, 'in.pdf'), '-'])
    return html
      .split('<page ')
      .slice(1)
      .map(page => [...page.matchAll(WORD)].map(toWord))
  })
}

const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<\/word>/g
const MM_PER_POINT = 25.4 / 72

function toWord([, left, top, right, bottom, text = '']: RegExpExecArray): Word {
  const toMm = (points = '') => Number(points) * MM_PER_POINT
  const plain = text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  return { text: plain, left: toMm(left), right: toMm(right), top: toMm(top), bottom: toMm(bottom) }
}

/** The words whose centre is inside the box, in reading order. */
export function readBox(words: readonly Word[], box: Omit<Word, 'text'>): string {
  return words
    .filter(word => {
      const x = (word.left + word.right) / 2
      const y = (word.top + word.bottom) / 2
      return x > box.left && x < box.right && y > box.top && y < box.bottom
    })
    .map(word => word.text)
    .join(' ')
}

function withFolder<T>(pdf: Buffer, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'crediario-pdf-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  assert.equal(status, 0, `${command}: ${stderr}`)
  return stdout
}
