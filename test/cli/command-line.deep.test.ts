import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
let dataDir: string

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crediario-cli-'))
})
after(() => rm(dataDir, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly errors: string
}

/** The program as an operator runs it, in a process of its own. */
function run(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ended> {
  return new Promise(done => {
    const child = execFile(
      process.execPath,
      [join(root, 'src', 'cli.ts'), ...args],
      { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }, timeout: 60_000 },
      (error, out, errors) => done({ code: error === null ? 0 : Number(error.code), out, errors }),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

test('an operator registers a retailer and its key on a fresh database, and finds both again', async () => {
  const created = await run(['retailers', 'create', '--name', 'Loja da Esquina', '--insurance'])
  assert.deepEqual(
    [created.code, created.errors],
    [
      0,
      `crediario: there is no database in ${dataDir}: creating a new one. If the service uses another, set its DATA_DIR or DATABASE_URL\n`,
    ],
  )
  const [id = ''] = created.out.split('\n')
  const issued = await run(['keys', 'create', '--retailer', id, '--publishable'])
  const [key = ''] = issued.out.split('\n')
  assert.match(key, /^pk_homolog_[0-9A-Za-z]{49}$/)
  const listed = await run(['keys', 'list', '--retailer', id])
  assert.deepEqual([issued.errors, listed.errors], ['', ''])
  assert.match(listed.out, new RegExp(`${id} +${key.slice(0, 14)}….{4} +storefront `))
  assert.ok(!listed.out.includes(key))
})

test('a CPF to be forgotten is read from a pipe, and refused as an argument, which others can read', async () => {
  const cpf = '000.001.321-87'
  const forgotten = await run(['people', 'forget'], {}, `${cpf}\n`)
  assert.deepEqual([forgotten.code, forgotten.out], [0, 'forgotten: known to 0 retailers, 0 purchases\n'])
  assert.ok(!`${forgotten.out}${forgotten.errors}`.includes(cpf))
  const argument = await run(['people', 'forget', cpf])
  assert.deepEqual([argument.code, argument.out], [1, ''])
  assert.match(argument.errors, /^crediario: the CPF must not be an argument[^\n]*\n$/)
  for (const input of ['', '123\n'])
    assert.match(
      (await run(['people', 'forget'], {}, input)).errors,
      /^crediario: that is not a valid CPF\n$/,
    )
})

test('a usage mistake ends with status 1 and one sentence without a stack', async () => {
  const cases: [string[], Record<string, string>, RegExp][] = [
    [
      ['keys', 'rewoke', '0123'],
      {},
      /^crediario: there is no command keys rewoke: the nearest is `keys revoke`, and `help` lists all\n$/,
    ],
    [['keys'], {}, /^crediario: keys is only the first word of a command: keys create, .*keys revoke\n$/],
    [
      ['help', 'retailer'],
      {},
      /^crediario: there is no help on retailer: the nearest is `help retailers`, and `help` lists all\n$/,
    ],
    [['help', 'nonsense'], {}, /^crediario: there is no help on nonsense: the nearest is `help \w+`,/],
    [['keys', 'list', '--secret'], {}, /^crediario: Unknown option '--secret'.*\n$/],
    [['keys', 'list'], { ENVIRONMENT: 'staging' }, /^crediario: ENVIRONMENT must be one of/],
    [['keys', 'list'], { ENVIRONMENT: 'production' }, /^crediario: ENCRYPTION_KEY is missing/],
  ]
  const check = async ([args, env, sentence]: (typeof cases)[number]): Promise<void> => {
    const { code, out, errors } = await run(args, env)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(errors, sentence)
    assert.doesNotMatch(errors, /\n {4}at /)
  }
  await Promise.all(cases.map(check))
})

test('without a command the help lists every command', async () => {
  const { code, out } = await run([])
  assert.equal(code, 0)
  for (const command of [
    'retailers create',
    'retailers origins',
    'keys create',
    'keys rotate',
    'keys revoke',
    'policies publish',
    'decisions replay',
  ])
    assert.ok(out.includes(`  ${command} `), command)
})

test('help, --help and -h show the same, help of a topic only its commands, and none of them touches a database', async () => {
  const untouched = { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' }
  const ask = (...args: string[]) => run(args, untouched)
  const [plain, help, long, short] = await Promise.all([ask(), ask('help'), ask('keys', '--help'), ask('-h')])
  for (const each of [help, long, short]) assert.deepEqual(each, { code: 0, out: plain?.out, errors: '' })
  const { out } = await ask('help', 'keys')
  assert.match(out, /^ {2}keys rotate /m)
  assert.doesNotMatch(out, /^ {2}retailers /m)
  assert.match((await ask('help', 'keys', 'rotate')).out, /^ {2}keys rotate /m)
})

test('the help names --as once for every command that the audit log records', async () => {
  const { out } = await run(['help'])
  const usages = out.split('\n').filter(line => /^ {2}\S/.test(line))
  assert.ok(usages.some(usage => usage.endsWith(' --as EMAIL')))
  assert.ok(usages.some(usage => usage.endsWith(' [--as NAME]')))
  assert.deepEqual(
    usages.filter(usage => usage.split('--as ').length > 2),
    [],
  )
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  assert.deepEqual(await run(['--version']), { code: 0, out: `crediario ${version}\n`, errors: '' })
})
