import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const PICTURES = join(import.meta.dirname, '..', '..', '.screenshots')

/** Words that stand on two lines, and what sticks out to the side. Addresses of e-mail, names of programs and codes to be copied may be broken; code scrolls. */
const FIND_BROKEN = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement.closest('.unseen, .skip, [hidden], select, noscript, pre, code, .code-box:not(.by-words)')) continue
    // The head of a table whose rows have become cards is for screen readers only.
    const head = node.parentElement.closest('thead')
    if (head !== null && getComputedStyle(head).clipPath !== 'none') continue
    for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+(?:\\u00a0[^\\s-]+)*/gu)) {
      if (/[@_]/.test(word)) continue
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      if (tops.some(top => Math.abs(top - tops[0]) > 4)) found.push('broken: ' + word)
      const { left, right } = range.getBoundingClientRect()
      if (left < -1 || right > innerWidth + 1) found.push('out of sight: ' + word)
    }
  }
  for (const field of document.querySelectorAll('input:not([type=radio], [type=checkbox], .try input)'))
    if (field.scrollWidth > field.clientWidth + 1) found.push('cut: ' + field.value)
  if (document.documentElement.scrollWidth > innerWidth) found.push('page wider than the screen')
  return found
})()`

/** With letters twice as large, as set in the browser, nothing is broken within a word, cut or out of sight; nor is it at 320 px. */
export async function checkLegibility(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const before = page.viewportSize() ?? assert.fail('the page has no size')
  await page.setViewportSize({ width: 320, height: 568 })
  assert.deepEqual(await page.evaluate(FIND_BROKEN), [], `${name}, 320 px`)
  await page.setViewportSize(before)
  await setTextSize(page, 32)
  assert.deepEqual(await page.evaluate(FIND_BROKEN), [], `${name}, text of 200 %`)
  // A change of the screen's size undoes that of the text, and so would a picture that is larger than the screen.
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width: before.width, height })
  await setTextSize(page, 32)
  await page.screenshot({ path: join(PICTURES, `${name}-200.png`) })
  await page.setViewportSize(before)
  await setTextSize(page, 16)
}

/** As set in the browser: 16 is usual. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
  await page.waitForFunction(`getComputedStyle(document.documentElement).fontSize === '${pixels}px'`)
  await session.detach()
}
