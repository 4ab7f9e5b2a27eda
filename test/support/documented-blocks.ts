import assert from 'node:assert/strict'
import { readSource } from '../tidy/source-files.ts'

/** Something between fences on a page, under the heading before it. */
export interface Block {
  readonly page: string
  /** Empty before the first heading under the title. */
  readonly section: string
  readonly language: string
  readonly text: string
}

const HEADING_OR_BLOCK = /^#{2,} (.+)$|^( *)```(\w*)\n([\s\S]*?)^\2```$/gm

export function listBlocks(page: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  for (const [, heading, indent = '', language = '', text = ''] of readSource(page).matchAll(
    HEADING_OR_BLOCK,
  ))
    if (heading !== undefined) section = heading
    else blocks.push({ page, section, language, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') })
  return blocks
}

/**
 * What a test pastes: the blocks of a page, or of one of its sections, in one language. A test of the documentation
 * (test/tidy/pasted.test.ts) finds these calls in the sources of tests, so their arguments are literals.
 */
export function takeBlocks(page: string, language: string, section?: string): string[] {
  const taken = listBlocks(page).filter(
    block => block.language === language && (section === undefined || block.section === section),
  )
  assert.ok(taken.length > 0, `${page} has no ${language} block${section ? ` under ${section}` : ''}`)
  return taken.map(({ text }) => text)
}

/** The text without the colours that a page gives it. */
const decode = (text: string): string =>
  text
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The same of a guide as a program serves it, in Portuguese or English; found by the test of the documentation as well. */
export async function takeServedBlocks(
  url: string,
  place: 'pt' | 'en',
  guide: string,
  language: string,
): Promise<string[]> {
  const languages = listBlocks(`src/http/reference/guides/${place}/${guide}.md`).map(block => block.language)
  const response = await fetch(`${url}/docs${place === 'en' ? '/en' : ''}/${guide}`)
  const served = [...(await response.text()).matchAll(/<pre tabindex="0"><code>([\s\S]*?)<\/code><\/pre>/g)]
  assert.ok(served.length >= languages.length)
  const taken = languages.flatMap((each, index) =>
    each === language ? [`${decode(served[index]?.[1] ?? '')}\n`] : [],
  )
  assert.ok(taken.length > 0, `${guide} has no ${language} block`)
  return taken
}
