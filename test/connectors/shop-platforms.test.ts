import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENTS, WEBHOOK_PATH } from '../../connectors/medusa/src/domain/doctor.ts'
import { findReceiver, SHOP_PLATFORM_NAMES, SHOP_PLATFORMS } from '../../src/contract/shop-platforms.ts'
import { readSource } from '../tidy/source-files.ts'

test('the lender asks of a receiver exactly the events that the connector registers', () => {
  const [, list = ''] = /SUBSCRIBED = \[([^\]]*)\]/.exec(readSource('connectors/php/src/Inbox.php')) ?? []
  const subscribed = [...list.matchAll(/'([^']+)'/g)].map(([, type]) => type)
  assert.ok(subscribed.length > 0)
  assert.deepEqual(SHOP_PLATFORMS.magento2.events.toSorted(), subscribed.toSorted())
  assert.deepEqual(SHOP_PLATFORMS.woocommerce.events.toSorted(), subscribed.toSorted())
  assert.deepEqual(SHOP_PLATFORMS.medusa.events.toSorted(), EVENTS.toSorted())
})

test('a receiver is known by the address that the connector has', () => {
  assert.equal(SHOP_PLATFORMS.medusa.receiverPath, WEBHOOK_PATH)
  const magento = readSource('connectors/magento2/Model/Settings.php')
  assert.ok(magento.includes(`'${SHOP_PLATFORMS.magento2.receiverPath.slice(1)}'`))
  for (const name of SHOP_PLATFORM_NAMES)
    for (const other of SHOP_PLATFORM_NAMES) {
      const receivers = [
        { url: `https://loja.example${SHOP_PLATFORMS[other].receiverPath}`, status: 'enabled' },
      ]
      const found = findReceiver(SHOP_PLATFORMS[name], 'https://loja.example', receivers)
      assert.equal(found !== undefined, name === other, `${name} ${other}`)
    }
  const bare = { url: 'https://loja.example/?wc-api=crediario', status: 'enabled' }
  assert.equal(findReceiver(SHOP_PLATFORMS.woocommerce, 'https://loja.example', [bare]), bare)
})

test('of several receivers one at the shop’s address counts before others, and a living one before a dead one', () => {
  const path = SHOP_PLATFORMS.magento2.receiverPath
  const far = { url: `https://outra.example${path}`, status: 'enabled' }
  const near = { url: `https://loja.example/index.php${path}`, status: 'enabled' }
  const dead = { url: `https://loja.example${path}`, status: 'disabled' }
  const find = (receivers: readonly (typeof far)[]) =>
    findReceiver(SHOP_PLATFORMS.magento2, 'https://loja.example', receivers)
  assert.equal(find([far, near, dead]), near)
  assert.equal(find([dead, near]), near)
  assert.equal(find([dead]), dead)
  assert.equal(find([]), undefined)
})

test('each command that the lender names exists in the shop’s connector', () => {
  const sources = {
    medusa: readSource('connectors/medusa/src/cli.ts'),
    magento2: ['Connect', 'Doctor', 'Log', 'Drift']
      .map(name => readSource(`connectors/magento2/Console/${name}Command.php`))
      .join('\n'),
    woocommerce: readSource('connectors/woocommerce/includes/Commands.php'),
  }
  const forms = {
    medusa: (word: string) => `npx crediario-medusa ${word}`,
    magento2: (word: string) => `setName('crediario:${word}')`,
    woocommerce: (word: string) => `public function ${word}(`,
  }
  for (const name of SHOP_PLATFORM_NAMES)
    for (const command of Object.values(SHOP_PLATFORMS[name].commands)) {
      const word = command.split(/[ :]/).at(-1) ?? ''
      assert.ok(sources[name].includes(forms[name](word)), command)
    }
})
