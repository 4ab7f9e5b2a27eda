import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { listFiles, readSource } from './source-files.ts'

const DOCUMENTS = [
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'ARCHITECTURE.md',
    '.env.example',
    'storefront/README.md',
  ],
  ...['.md', '.json', '.mjs'].flatMap(ending => listFiles(['docs', 'src/http/reference'], ending)),
  ...['.md', '.php', '.py'].flatMap(ending => listFiles(['clients'], ending)),
  ...listFiles(['ops'], ''),
].filter(path => !path.includes('node_modules'))

/** How a text names a port: behind a host, as a setting, or as what a program listens on. */
const PORT =
  /(?<before>(?:\w|\.)+:\/\/[\w.-]*|[\w.-]*)(?<form>:|_?PORT\b\W{1,4}|\?\? |else |listen\(|EXPOSE |containerPort: |http\.server )(?<port>\d{4,5})\b(?<after>\/\w*)?/g

interface Mention {
  readonly path: string
  readonly text: string
  readonly port: number
}

function listMentions(path: string): Mention[] {
  return [...readSource(path).matchAll(PORT)].map(({ 0: text, groups }) => ({
    path,
    text,
    port: Number(groups?.port),
  }))
}

const mentions = DOCUMENTS.flatMap(listMentions)

/** The ports of a program that is started as the documents say, with its sandbox bank. */
const started = [{}, ...findStarts()].map(env => parseConfig(env))
const servicePorts = new Set(started.map(({ port }) => port))
const bankPorts = new Set(started.map(({ psp }) => psp.port))

function findStarts(): { PORT: string }[] {
  const texts = DOCUMENTS.map(readSource)
  const ports = texts.flatMap(text => [
    ...[...text.matchAll(/\bPORT=(\d+) [^\n]*npm start/g)].map(([, port = '']) => port),
    ...[...text.matchAll(/^ +PORT: "(\d+)"/gm)].map(([, port = '']) => port),
  ])
  return [...new Set(ports)].map(port => ({ PORT: port }))
}

test('no documented port of anything else is one of the program or of its sandbox bank', () => {
  assert.ok(servicePorts.has(3000) && servicePorts.has(3001) && bankPorts.has(4000) && bankPorts.has(4001))
  // Packages and runbooks start nothing but the program, and proxies before it.
  const isOfService = ({ path, text }: Mention): boolean =>
    /^(?:ops|docs\/runbooks)\//.test(path) || /^(?:http:\/\/127\.0\.0\.1|api-1|worker-1):|^PORT=/.test(text)
  // The bank speaks https only; a Pix code holds its address without the scheme.
  const isOfBank = ({ text }: Mention): boolean =>
    /^https:\/\/127\.0\.0\.1:|^PSP_PORT=|127\.0\.0\.1:\d+\/qr$/.test(text)
  const wrong = mentions.filter(
    mention =>
      (servicePorts.has(mention.port) && !isOfService(mention)) ||
      (bankPorts.has(mention.port) && !isOfBank(mention)),
  )
  assert.deepEqual(
    wrong.map(({ path, text }) => `${path}: ${text}`),
    [],
  )
})

test('what the program calls, receivers and gateways, is never documented on a port of its own', () => {
  const called = DOCUMENTS.flatMap(path =>
    [
      ...readSource(path).matchAll(
        /(?:\burl|RECEIVER_URL|(?:BUREAU|ANALYSIS|MESSAGES|LISTINGS|SCANNER|PAYOUT)_URL)\b['"]?(?: =>|[:=,]) ?.{0,40}?http:\/\/127\.0\.0\.1:(\d+)(?!\d|\/pay)/g,
      ),
    ].map(([text, port]) => ({ path, text, port: Number(port) })),
  )
  assert.ok(called.length >= 7, String(called.length))
  assert.deepEqual(
    called.filter(({ port }) => servicePorts.has(port) || bankPorts.has(port)),
    [],
  )
})
