import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectorCommands } from '../../src/cli/connectors.ts'
import type { ConsoleAuditPage } from '../../src/contract/console-audit.ts'
import type {
  EndpointWithSecret,
  OriginList,
  PlatformCredentials,
  PlatformDifferences,
  PlatformFinding,
  PlatformFindings,
  PlatformList,
  PlatformPanel,
  ShownKey,
} from '../../src/contract/console-integration.ts'
import { SHOP_PLATFORM_NAMES, SHOP_PLATFORMS } from '../../src/contract/shop-platforms.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { waitForRequest } from '../support/requests.ts'
import { waitFor } from '../support/wait-for.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { composeEvent, emit, newTransactionId } from '../support/webhooks.ts'

let app: TestApp
let owner: StaffUser
let stranger: StaffUser
let receiver: WebhookReceiver
/** What the shop answers to events. */
let answer = 204
before(async () => {
  const env = {
    NUVEMSHOP_APP_ID: '4321',
    NUVEMSHOP_CLIENT_SECRET: 'app-secret',
    NUVEMSHOP_CONTACT: 'parcerias@crediario.example',
  }
  app = await startTestApp({ env })
  owner = await newStaffUser(app, 'OWNER')
  stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  receiver = await startReceiver((_, response) => response.writeHead(answer).end())
})
after(async () => {
  await receiver?.stop()
  await app?.stop()
})

async function post<Body>(path: string, body: object = {}): Promise<Body> {
  const sent = await owner.post<Body>(`/integration${path}`, body)
  assert.equal(sent.status, 200, sent.text)
  return sent.body
}
const read = async <Body>(path: string): Promise<Body> => (await owner.get<Body>(`/integration${path}`)).body

const keyIn = ({ credentials }: PlatformCredentials): string =>
  /sk_\w+/.exec(credentials.map(({ value }) => value).join('\n'))?.[0] ?? assert.fail('no key')

const listWrong = (findings: readonly PlatformFinding[]): string[] =>
  findings.flatMap(({ code, isFine }) => (isFine ? [] : [code]))

const examine = async (platform: string): Promise<string[]> =>
  listWrong((await post<PlatformFindings>(`/platforms/${platform}/examine`)).findings)

/** Of nobody, where a careless program might put one. */
const CPF = '52998224725'

async function callAsShop(key: string): Promise<void> {
  const headers = { 'x-service-apikey': key }
  const refused = await fetch(`${app.url}/payment-links/${CPF}`, { headers })
  assert.equal(refused.status, 404, await refused.text())
  const response = await fetch(`${app.url}/payment-links?limit=1`, { headers })
  assert.equal(response.status, 200, await response.text())
  // They are written in their order.
  await waitForRequest(app, response.headers.get('x-track-id') ?? '')
}

const run = (platform: string, action: string, account?: string): Promise<string> => {
  const line = {
    words: ['connectors', platform, action],
    options: { retailer: DEMO_RETAILER, account },
  }
  return connectorCommands[`connectors ${platform}`]?.run(app.services, line) ?? assert.fail()
}

test('a shop’s connector gets a key of its own once, with the rights it needs, and the doctor says what is left to do', async () => {
  for (const platform of SHOP_PLATFORM_NAMES) {
    const made = await post<PlatformCredentials>(`/platforms/${platform}/enable`, {
      account: `https://${platform}.loja.example/`,
    })
    const key = keyIn(made)
    assert.ok(made.credentials.some(({ value }) => value.startsWith('pk_')))
    const { isShopfront } = SHOP_PLATFORMS[platform]
    const { origins } = await read<OriginList>('/origins')
    assert.equal(origins.includes(`https://${platform}.loja.example`), isShopfront, platform)
    assert.deepEqual(
      (await examine(platform)).filter(code => code !== 'ORIGIN'),
      ['CALLS', 'WEBHOOKS'],
      platform,
    )
    await callAsShop(key)
    assert.ok(!(await examine(platform)).includes('CALLS'), platform)
    const list = await read<PlatformList>('/platforms')
    const account = list.accounts.find(each => each.platform === platform)
    assert.equal(account?.account, `https://${platform}.loja.example`)
    const panel = await owner.get<PlatformPanel>(`/integration/platforms/${platform}`)
    assert.ok(panel.body.log.some(({ message }) => message.includes('GET /payment-links: 200')))
    assert.ok(!panel.text.includes(CPF) && panel.body.log.some(({ message }) => message.includes(' 404 ')))
    assert.ok(!panel.text.includes(key) && !JSON.stringify(list).includes(key))
  }
})

test('the shop’s log says who connected which address, with which key and origin, and has no key in it', async () => {
  const account = 'https://auditada.loja.example'
  const made = await post<PlatformCredentials>('/platforms/magento2/enable', { account })
  const { text, body } = await owner.get<ConsoleAuditPage>('/audit?action=connector.enable')
  const entry = body.entries.find(({ details }) => details.account === account) ?? assert.fail(text)
  const key = await app.services.connectors.readKeyId(DEMO_RETAILER, 'magento2')
  assert.deepEqual(
    [entry.subject, entry.personId, entry.details],
    [made.accountId, owner.id, { platform: 'magento2', account, origin: account, key, by: 'retailer' }],
  )
  assert.ok(!text.includes(keyIn(made)))
})

test('news that the shop did not take is a difference, in page, command and log, and one press tells it again', async () => {
  const url = `${receiver.url}${SHOP_PLATFORMS.magento2.receiverPath}`
  await post('/platforms/magento2/enable', { account: receiver.url })
  await post<EndpointWithSecret>('/endpoints', { url, events: SHOP_PLATFORMS.magento2.events })
  answer = 500
  const event = composeEvent(newTransactionId(), 1, { type: 'transaction.approved' })
  await emit(app, [event])
  const find = async () => (await read<PlatformPanel>('/platforms/magento2')).differences
  await waitFor('the refusal', async () => (await find()).length === 1)
  const [difference] = await find()
  assert.deepEqual(
    [difference?.kind, difference?.theirs, difference?.sentence],
    ['NOT_TOLD', '500', 'A loja não aceitou o aviso transaction.approved.'],
  )
  assert.notEqual(difference?.orderId ?? '', '')
  assert.match(await run('magento2', 'drift'), /transaction\.approved[\s\S]*bin\/magento crediario:drift$/)
  assert.match(
    await run('magento2', 'log'),
    /! +DELIVERY +Aviso transaction\.approved à loja: em espera \(500\)/,
  )
  const isGone = async () => {
    const { differences } = await post<PlatformDifferences>('/platforms/magento2/compare')
    return differences.length === 0
  }
  answer = 204
  await post('/platforms/magento2/fix', { differenceId: difference?.id })
  await waitFor('the shop takes it', isGone)
  assert.deepEqual(
    (await examine('magento2')).filter(code => code !== 'CALLS'),
    [],
  )
})

test('a trial of a receiver that fails is no difference of an order', async () => {
  answer = 500
  const { endpoints } = await read<{ endpoints: { id: string; url: string }[] }>('/endpoints')
  const own = endpoints.find(({ url }) => url.startsWith(receiver.url)) ?? assert.fail()
  await post(`/endpoints/${own.id}/test`, { type: 'transaction.approved' })
  answer = 204
  assert.deepEqual((await read<PlatformPanel>('/platforms/magento2')).differences, [])
})

test('connecting again gives another key while the one before works for a day; disconnecting revokes it', async () => {
  const account = 'https://woo.loja.example'
  const first = keyIn(await post<PlatformCredentials>('/platforms/woocommerce/enable', { account }))
  const second = keyIn(await post<PlatformCredentials>('/platforms/woocommerce/enable', { account }))
  for (const key of [first, second]) await callAsShop(key)
  await post('/platforms/woocommerce/disable')
  assert.ok((await examine('woocommerce')).includes('KEY'))
  assert.match(await run('woocommerce', 'doctor'), /WRONG +KEY[\s\S]*wp crediario doctor$/)
})

test('a connector goes on with the new key where its key is rotated among the keys', async () => {
  const idOf = async (platform: string) =>
    (await app.services.connectors.readKeyId(DEMO_RETAILER, platform)) ?? assert.fail()
  await post('/platforms/vtex/enable', { account: 'lojagirada' })
  await post('/platforms/woocommerce/enable', { account: 'https://woo.loja.example' })
  const rotated = new Map<string, ShownKey>()
  for (const platform of ['vtex', 'woocommerce']) {
    const made = await post<ShownKey>(`/keys/${await idOf(platform)}/rotate`, { overlapHours: 0 })
    rotated.set(platform, made)
    assert.equal(await idOf(platform), made.id)
  }
  assert.ok(!(await examine('vtex')).includes('KEY'))
  const shop = await examine('woocommerce')
  assert.deepEqual([shop.includes('KEY'), shop.includes('CALLS')], [false, true])
  await callAsShop(rotated.get('woocommerce')?.key ?? '')
  assert.ok(!(await examine('woocommerce')).includes('CALLS'))
})

test('by command: a key once, and a refusal that names the option', async () => {
  const text = await run('medusa', 'enable', 'https://medusa.loja.example')
  assert.match(text, /CREDIARIO_URL=http\S+\nCREDIARIO_KEY=sk_/)
  assert.match(await run('medusa', 'doctor'), /WRONG +CALLS/)
  await assert.rejects(run('medusa', 'enable', 'loja'), /--account must be the address/)
  await assert.rejects(run('nuvemshop', 'enable', 'minhaloja'), /--account must be the number/)
})

test('a shop’s name that its platform cannot have, and a shop of another retailer, are refused with the field’s name', async () => {
  const refuse = async (user: StaffUser, platform: string, account: string) => {
    const { status, text } = await user.post(`/integration/platforms/${platform}/enable`, { account })
    assert.equal(status, 400, `${platform} ${account}: ${text}`)
    assert.match(text, /"account"/)
  }
  for (const account of [
    'loja',
    'http://loja.example',
    'https://a:b@loja.example',
    'https://loja.example/?x=1',
  ])
    for (const platform of SHOP_PLATFORM_NAMES) await refuse(owner, platform, account)
  await refuse(owner, 'vtex', 'Minha Loja')
  await refuse(owner, 'nuvemshop', 'minhaloja')
  await post('/platforms/nuvemshop/enable', { account: '123456' })
  await refuse(stranger, 'nuvemshop', '123456')
})

test('of two retailers that connect one shop at once, the second is refused with the field’s name; twice at once is no fault', async () => {
  const enable = (user: StaffUser, platform: string, account: string) =>
    user.post(`/integration/platforms/${platform}/enable`, { account })
  for (const platform of ['vtex', 'nuvemshop'])
    for (const number of [71, 72, 73, 74]) {
      const account = platform === 'vtex' ? `disputada${number}` : String(number)
      const answers = await Promise.all([owner, stranger].map(user => enable(user, platform, account)))
      const told = answers.map(({ status, text }) => `${platform} ${account}: ${status} ${text}`).join('\n')
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400], told)
      const refused = answers.find(({ status }) => status === 400)
      assert.match(refused?.text ?? '', /"account"/)
      assert.match(refused?.text ?? '', /another retailer has connected/)
    }
  const twice = ['https://uma.loja.example', 'https://outra.loja.example']
  const both = await Promise.all(twice.map(account => enable(stranger, 'medusa', account)))
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
})

test('Nuvemshop is connected by its number: where the app is installed is shown, and the doctor misses the installation', async () => {
  const made = await post<PlatformCredentials>('/platforms/nuvemshop/enable', { account: '654321' })
  assert.deepEqual(made.credentials, [])
  const { installAddresses } = await read<PlatformList>('/platforms')
  assert.equal(installAddresses.nuvemshop, 'https://www.nuvemshop.com.br/apps/4321/authorize')
  assert.deepEqual(await examine('nuvemshop'), ['INSTALLED'])
  await post('/platforms/nuvemshop/disable')
  const panel = await read<PlatformPanel>('/platforms/nuvemshop')
  assert.equal(panel.account?.isEnabled, false)
  assert.ok(panel.log.some(({ code }) => code === 'DISABLED'))
})
