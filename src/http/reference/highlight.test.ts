import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlight } from './highlight.ts'

const strip = (html: string): string =>
  html
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

test('colours change nothing of the code, whatever it holds', () => {
  const code = `curl -s "$BASE/x?a=1&b=<2>" -d '{ "a": [1, true, "it''s"] }' # $KEY\n\tlet x = \`<b>\`;`
  for (const language of ['json', 'sh', 'ts', 'js', 'php', 'python', 'java', 'html', 'css', 'text', ''])
    assert.equal(strip(highlight(code, language)), code, language)
})

test('names, strings, figures and words of a language are told apart', () => {
  assert.equal(
    highlight('{"a": 1, "b": "c", "d": null}', 'json').replaceAll('&#34;', '"'),
    '{<span class="p">"a"</span>: <span class="n">1</span>, <span class="p">"b"</span>: <span class="s">"c"</span>, <span class="p">"d"</span>: <span class="k">null</span>}',
  )
  assert.equal(
    highlight('curl -s $BASE # now', 'sh'),
    '<span class="f">curl</span> <span class="k">-s</span> <span class="p">$BASE</span> <span class="c"># now</span>',
  )
})

test('the body of a call is shown as JSON', () => {
  assert.match(
    highlight(`curl -d '{ "a": 1 }'`, 'sh'),
    /<span class="p">&#34;a&#34;<\/span>: <span class="n">1/,
  )
})
