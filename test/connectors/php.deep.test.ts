import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listFiles, ROOT, readSource } from '../tidy/source-files.ts'
import { ensurePhp, execute, runPhpUnit } from './php-programs.ts'

const MODULE = 'connectors/magento2'
const FOLDERS = ['connectors/php', MODULE, 'connectors/woocommerce']

let folder: string
before(() => {
  ensurePhp()
  folder = mkdtempSync(join(tmpdir(), 'crediario-connectors-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const PASSED = /^OK \((\d+) tests, (\d+) assertions\)$/

for (const [name, least] of [
  ['php', 37],
  ['magento2', 18],
  ['woocommerce', 16],
] as const)
  test(`the PHPUnit tests of connectors/${name} pass, all of them`, async () => {
    const [, tests = '0'] = PASSED.exec(await runPhpUnit(name)) ?? []
    assert.ok(Number(tests) >= least, `${tests} tests`)
  })

test('the random walk finds a connector that cancels without closing the link first', async () => {
  // The same tests on a copy with one line changed: without this they could be blind.
  const copy = join(folder, 'mutant')
  await execute('cp', ['-r', join(ROOT, 'connectors'), copy])
  await execute('sh', [
    '-c',
    `mkdir -p ${copy}/../clients && cp -r ${ROOT}/clients/php ${copy}/../clients/php`,
  ])
  const file = join(copy, 'php', 'src', 'Decision.php')
  const changed = readFileSync(file, 'utf8').replace(
    `States::ENDED => new self(Step::Close, 'ended')`,
    `States::ENDED => new self(Step::Cancel, 'ended')`,
  )
  assert.notEqual(changed, readFileSync(file, 'utf8'))
  await execute('sh', ['-c', `cat > ${file} <<'PHP'\n${changed}\nPHP`])
  const options = ['--no-configuration', '--do-not-cache-result', '--stop-on-failure', '--bootstrap']
  const tests = join(copy, 'php', 'tests')
  const failed = await execute('phpunit', [
    ...options,
    join(tests, 'bootstrap.php'),
    join(tests, 'WalkTest.php'),
  ]).catch((error: { stdout?: string }) => error.stdout ?? '')
  assert.match(failed, /FAILURES|ERRORS/)
})

test('every file of PHP and every file of XML can be read by its own program', async () => {
  for (const path of listFiles(FOLDERS, '.php')) await execute('php', ['-l', join(ROOT, path)])
  for (const path of listFiles(FOLDERS, '.phtml')) await execute('php', ['-l', join(ROOT, path)])
  const pages = listFiles(FOLDERS, '.xml')
  assert.ok(pages.length >= 10, String(pages.length))
  await execute('xmllint', ['--noout', ...pages.map(path => join(ROOT, path))])
})

test('every class that the XML of Magento names is in the module or in Magento, and every virtual type is defined', () => {
  const own = new Set(
    listFiles([MODULE], '.php')
      .filter(path => !path.includes('/tests/'))
      .map(path => `Crediario\\Payment\\${path.slice(MODULE.length + 1, -4).replaceAll('/', '\\')}`),
  )
  const pages = listFiles([MODULE], '.xml').map(readSource).join('\n')
  const virtual = new Set([...pages.matchAll(/<virtualType name="(\w+)"/g)].map(([, name]) => name))
  const named = [
    ...pages.matchAll(/(?:type|instance|class|name)="([A-Z]\w*(?:\\\w+)+)"/g),
    ...pages.matchAll(/xsi:type="(?:object|string)">([A-Z][\w\\]+)</g),
    ...pages.matchAll(/<(?:model|source_model|backend_model)>([\w\\]+)</g),
  ].map(([, name = '']) => name.replace(/\\Proxy$/, ''))
  assert.ok(named.length > 30, String(named.length))
  const missing = named.filter(
    name => !name.startsWith('Magento\\') && !own.has(name) && !virtual.has(name) && name !== 'Magento',
  )
  assert.deepEqual(missing, [])
})

test('every command of the Magento gateway has its can_ flag, and the status is none that Magento’s own timer cancels', () => {
  const config = readSource(`${MODULE}/etc/config.xml`)
  const commands = [
    ...readSource(`${MODULE}/etc/di.xml`).matchAll(/<item name="(\w+)" xsi:type="string">Crediario\\/g),
  ].map(([, name]) => name)
  assert.deepEqual(commands, ['initialize', 'refund', 'cancel', 'void'])
  for (const flag of [
    ...commands.map(name => `can_${name}`),
    'can_refund_partial_per_invoice',
    'can_use_checkout',
  ])
    assert.match(config, new RegExp(`<${flag}>1</${flag}>`))
  // The command `cancel` is asked only where an authorization is open: the event comes with every cancellation.
  assert.match(readSource(`${MODULE}/etc/events.xml`), /<event name="sales_order_payment_cancel">/)
  assert.match(config, /<payment_action>initialize</)
  assert.match(config, /<order_status>crediario_pending</)
  assert.match(readSource(`${MODULE}/etc/crontab.xml`), /method="processInbox">\s*<schedule>\* \* \* \* \*</)
})

test('no connector in PHP uses a library of others, nor a statement that prints what it should not', () => {
  const files = listFiles(FOLDERS, '.php').filter(path => !path.includes('/tests/'))
  for (const path of files) {
    const source = readSource(path)
    for (const [, name = ''] of source.matchAll(/^use ([\w\\]+)/gm))
      assert.match(name, /^(?:Crediario|Magento|Symfony\\Component\\Console|Automattic\\WooCommerce)\\/, path)
    assert.doesNotMatch(source, /\b(?:var_dump|print_r|error_log|eval|unserialize)\(/, path)
  }
  for (const name of ['php', 'magento2', 'woocommerce']) assert.ok(files.some(path => path.includes(name)))
})

test('a packaged connector loads by itself, and holds the shared code and the client once', async () => {
  for (const kind of ['magento2', 'woocommerce']) {
    const target = join(folder, kind)
    await execute('php', [join(ROOT, 'connectors/php/package.php'), kind, target])
    const program = `require '${target}/lib/autoload.php';
      echo Crediario\\Connector\\States::orderState('COMPLETED', 'OPEN'), ' ', class_exists('Crediario\\Client') ? 'client' : '', ' ';
      echo count(array_filter(get_included_files(), fn ($file) => !str_starts_with($file, '${target}')));`
    assert.match(await execute('php', ['-r', program]), /^approved client 0$/)
    assert.ok(!readdirSync(target).includes('tests'))
  }
})
