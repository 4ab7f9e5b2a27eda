import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTotp, computeTotpStep, findTotpStep, presentTotpLink, writeBase32 } from './credentials.ts'

const SECRET = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of vectors)
    assert.equal(computeTotp(SECRET, computeTotpStep(new Date(seconds * 1_000)), 8), code)
})

test('codes of the previous and the next step are accepted, and none further away', () => {
  const at = new Date('2026-03-10T15:00:00Z')
  const step = computeTotpStep(at)
  for (const offset of [-1, 0, 1])
    assert.equal(findTotpStep(SECRET, computeTotp(SECRET, step + offset), at), step + offset)
  for (const offset of [-3, -2, 2, 3])
    assert.equal(findTotpStep(SECRET, computeTotp(SECRET, step + offset), at), undefined)
  const code = computeTotp(SECRET, step)
  assert.equal(findTotpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, at), step)
  for (const wrong of ['', '1', `${code}0`, code.slice(1), 'abcdef', '１２３４５６'])
    assert.equal(findTotpStep(SECRET, wrong, at), undefined)
})

test('secrets are written in base 32 as RFC 4648 writes it', () => {
  const vectors = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']
  for (const [length, text] of vectors.entries())
    assert.equal(writeBase32(Buffer.from('foobar'.slice(0, length))), text)
  assert.match(presentTotpLink(SECRET, 'a@b.c'), /secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&/)
})
