import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from './source-files.ts'

const DEADLINE_MS = 300_000

/** A name or member that is added in one place, and the places that then must not compile. */
interface Addition {
  readonly to: string
  /** The text after which the addition is inserted, or which it replaces. */
  readonly behind?: string
  readonly instead?: string
  readonly text: string
  readonly name: string
  readonly isMissedBy: readonly string[]
}

const WORDS = 'web/desk/words.ts'
const PURCHASE_WORDS = 'web/shell/purchase-words.ts'

const NAMES: readonly Addition[] = [
  {
    to: 'src/contract/webhooks.ts',
    behind: 'export const WEBHOOK_EVENTS = {',
    text: "'transaction.reopened': { action: 'REOPENED', isDefault: false, summary: '', sample: {} },",
    name: 'transaction.reopened',
    isMissedBy: ['web/console/integration-words.ts'],
  },
  {
    to: 'src/contract/purchase-events.ts',
    behind: 'export const PURCHASE_EVENTS = [',
    text: "'reopened',",
    name: 'reopened',
    isMissedBy: ['src/domains/purchases/transitions.ts', PURCHASE_WORDS],
  },
  {
    to: 'src/contract/purchase-events.ts',
    behind: 'export const PURCHASE_ACTORS = [',
    text: "'guarantor',",
    name: 'guarantor',
    isMissedBy: [PURCHASE_WORDS],
  },
  {
    to: 'src/contract/enums.ts',
    behind: 'export const STATUSES = [',
    text: "'FROZEN',",
    name: 'FROZEN',
    isMissedBy: [WORDS],
  },
  {
    to: 'src/contract/enums.ts',
    behind: 'export const STEPS = [',
    text: "'GUARANTEE',",
    name: 'GUARANTEE',
    isMissedBy: ['src/domains/purchases/transitions.ts', 'web/customer/stages.ts'],
  },
  {
    to: 'src/contract/enums.ts',
    behind: 'export const CANCEL_REASONS = [',
    text: "'OUT_OF_STOCK',",
    name: 'OUT_OF_STOCK',
    isMissedBy: ['web/onboarding/screens/ended.tsx'],
  },
  {
    to: 'src/contract/hosted-page.ts',
    behind: 'export type LinkEnding =',
    text: "'recalled' |",
    name: 'recalled',
    isMissedBy: ['web/pay/screens/ended.tsx'],
  },
  {
    to: 'src/contract/hosted-page.ts',
    behind: 'export type HostedRefusal =',
    text: "'too-young' |",
    name: 'too-young',
    isMissedBy: ['web/pay/screens/refused.tsx'],
  },
  {
    to: 'src/contract/desk-audit.ts',
    behind: 'export const AUDIT_ACTIONS = [',
    text: "'case.reopen',",
    name: 'case.reopen',
    isMissedBy: [WORDS],
  },
  {
    to: 'src/contract/desk-audit.ts',
    behind: 'export type AuditRefusal =',
    text: "| 'on leave'",
    name: 'on leave',
    isMissedBy: [WORDS],
  },
  {
    to: 'src/contract/suspense.ts',
    behind: 'export const SUSPENSE_REASONS = [',
    text: "'WRONG_BANK',",
    name: 'WRONG_BANK',
    isMissedBy: [WORDS],
  },
  {
    to: 'src/contract/suspense.ts',
    behind: 'export const SUSPENSE_RESULTS = [',
    text: "'DONATE',",
    name: 'DONATE',
    isMissedBy: [WORDS],
  },
  {
    to: 'src/contract/desk.ts',
    behind: 'export const CREDIT_RULES = [',
    text: "'phone-answers',",
    name: 'phone-answers',
    isMissedBy: [WORDS, 'web/desk/parts/credit-trace.tsx'],
  },
  {
    to: 'src/contract/desk-errors.ts',
    behind: 'export const deskErrors = {',
    text: "desk_closed: { status: 409, area: 'desk', message: 'Closed', meaning: 'At night.' },",
    name: 'desk_closed',
    isMissedBy: ['web/desk/problems.ts'],
  },
  {
    to: 'src/contract/onboarding-errors.ts',
    behind: 'export const onboardingErrors = {',
    text: "link_frozen: { status: 409, area: 'onboarding', message: 'Frozen', meaning: 'For now.' },",
    name: 'link_frozen',
    isMissedBy: ['web/onboarding/problems.ts'],
  },
]

const optionalMember = (name: string): string => `${name}: Type.Optional(Type.String()),`

const MEMBERS: readonly Addition[] = [
  {
    to: 'src/contract/authorize.ts',
    behind: 'export const AuthorizeAnswer = Type.Object(\n  {',
    text: optionalMember('authorizedBy'),
    name: 'authorizedBy',
    isMissedBy: ['src/http/public/authorize/route.ts'],
  },
  {
    to: 'src/contract/transaction.ts',
    behind: 'export const TransactionAnswer = Type.Object(\n  {',
    text: optionalMember('salesperson'),
    name: 'salesperson',
    isMissedBy: ['src/http/public/transaction/present.ts'],
  },
  {
    to: 'src/contract/cancel.ts',
    behind: 'export const CancelAnswer = Type.Object(\n  {',
    text: optionalMember('canceledBy'),
    name: 'canceledBy',
    isMissedBy: ['src/http/public/cancel/route.ts'],
  },
  {
    to: 'src/contract/webhooks.ts',
    behind: 'export const DeliveryAnswer = Type.Object(\n  {',
    text: optionalMember('region'),
    name: 'region',
    isMissedBy: ['src/http/webhooks/deliveries/route.ts'],
  },
  {
    to: 'src/contract/desk.ts',
    behind: 'export interface CreditTrace {',
    text: 'readonly tracedBy?: string',
    name: 'tracedBy',
    isMissedBy: ['src/http/desk/present.ts'],
  },
  {
    to: 'src/contract/onboarding.ts',
    behind: 'export interface OnboardingState {',
    text: 'readonly greeting?: string',
    name: 'greeting',
    isMissedBy: ['src/http/customer/onboarding/present-state.ts'],
  },
]

/** The reverse: additions elsewhere that the contract does not know. */
const INVENTED: readonly Addition[] = [
  {
    to: 'src/http/public/present-billet.ts',
    behind: '  return {',
    text: 'colour: undefined,',
    name: 'colour',
    isMissedBy: ['src/http/public/present-billet.ts'],
  },
  {
    to: 'src/domains/operators/sessions.ts',
    instead: "action: 'sign-out'",
    text: "action: 'sign-away'",
    name: 'sign-away',
    isMissedBy: ['src/domains/operators/sessions.ts'],
  },
  {
    to: 'src/domains/purchases/move.ts',
    instead: "type: 'onboarding.step'",
    text: "type: 'onboarding.stepped'",
    name: 'onboarding.stepped',
    isMissedBy: ['src/domains/purchases/move.ts'],
  },
]

/** One compilation with all additions: errors are assigned to an addition by its name. */
let copy: string
let errors: readonly string[]

before(async () => {
  copy = mkdtempSync(join(tmpdir(), 'typed-names-'))
  for (const folder of ['src', 'web']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true })
  cpSync(join(ROOT, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const additions = [...NAMES, ...MEMBERS, ...INVENTED]
  for (const addition of additions) add(addition)
  const server = additions.flatMap(({ isMissedBy }) => isMissedBy).filter(path => path.startsWith('src/'))
  const project = { extends: './tsconfig.json', files: [...new Set(server)], include: [] }
  writeFileSync(join(copy, 'server.json'), JSON.stringify(project))
  errors = [...(await compile('server.json')), ...(await compile('web'))]
})
after(() => rmSync(copy, { recursive: true, force: true }))

function add({ to, behind = '', instead = behind, text }: Addition): void {
  const path = join(copy, to)
  const parts = readFileSync(path, 'utf8').split(instead)
  assert.equal(parts.length, 2, `${to} says once: ${instead}`)
  writeFileSync(path, parts.join(`${behind} ${text}\n`))
}

/** Every error with the lines that explain it. */
function compile(project: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const options = { cwd: copy, timeout: DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 }
    const args = ['--noEmit', '--pretty', 'false', '--noErrorTruncation', '-p', project]
    execFile(join(ROOT, 'node_modules/.bin/tsc'), args, options, (failure, output, complaint) => {
      if (failure === null) reject(new Error(`${project} compiles with all additions`))
      else if (failure.killed || complaint !== '') reject(new Error(`tsc: ${complaint}`, { cause: failure }))
      else resolve(output.split(/\n(?=\S)/))
    })
  })
}

function checkMissed({ name, isMissedBy }: Addition): void {
  for (const path of isMissedBy) {
    const there = errors.filter(error => error.startsWith(`${path}(`))
    assert.ok(
      there.some(error => error.includes(name)),
      `${path} compiles without ${name}; its errors: ${there.join('\n')}`,
    )
  }
}

test('a contract name without its text, mapping or table rows does not compile', () => {
  NAMES.forEach(checkMissed)
})

test('an answer’s new member does not compile until it is presented', () => {
  MEMBERS.forEach(checkMissed)
})

test('a member, event or audit action that the contract does not know does not compile', () => {
  INVENTED.forEach(checkMissed)
})
