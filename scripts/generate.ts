import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * npm run generate                        every file that is made from the code; a test fails while one is out of date
 * npm run generate -- examples            the examples of the reference, recorded from a service of its own
 * npm run generate -- pictures [SCENE…]   docs/pictures
 * npm run generate -- brand               icons and the card of a link, from the mark
 */
const [what, ...words] = process.argv.slice(2)
if (what === undefined) {
  const { generateFiles } = await import('./generated-files.ts')
  for (const [path, text] of Object.entries(await generateFiles())) {
    const file = join(import.meta.dirname, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(path)
  }
} else if (what === 'examples') {
  await import('./api-examples/record.ts')
} else if (what === 'pictures') {
  const { takePictures } = await import('./pictures/run.ts')
  await takePictures(words)
} else if (what === 'brand') {
  const { drawBrandImages } = await import('./brand-images.ts')
  await drawBrandImages()
} else {
  console.error('Usage: npm run generate [-- examples | pictures [SCENE…] | brand]')
  process.exitCode = 1
}
