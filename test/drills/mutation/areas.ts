/** Code whose mistakes would cost money or open access, and the tests that must notice them. */
export interface Area {
  readonly mutate: readonly string[]
  /** Tests that need no database. */
  readonly isPure: boolean
  /** Run in this order until one fails: quick ones first. */
  readonly tests: readonly string[]
  /** Name prefixes of tests that do not run: timed ones also depend on the machine, exhaustive ones take seconds. */
  readonly leaveOut?: readonly string[]
}

export const AREAS: Readonly<Record<string, Area>> = {
  brazil: {
    isPure: true,
    mutate: ['src/brazil/*.ts', 'src/domains/lender/banks/*.ts'],
    tests: [
      'src/brazil/*.test.ts',
      'src/domains/lender/banks/*.test.ts',
      'src/domains/receivables/billets/cnab/remittance.test.ts',
      'src/domains/receivables/billets/cnab/return-file.test.ts',
      'src/domains/receivables/billets/cnab/layouts.test.ts',
    ],
    leaveOut: [
      'every published code with one wrong character is refused',
      'one wrong digit escapes only where',
    ],
  },
  pricing: {
    isPure: true,
    mutate: ['src/domains/pricing/*.ts'],
    tests: [
      'src/domains/pricing/*.test.ts',
      'test/golden/golden-options.test.ts',
      'test/golden/identities.test.ts',
      'test/golden/oracle.deep.test.ts',
    ],
    leaveOut: ['yearly and monthly CET are the two-decimal rates'],
  },
  keys: {
    isPure: false,
    mutate: [
      'src/domains/retailers/api-key.ts',
      'src/domains/retailers/retailers.ts',
      'src/domains/retailers/store.ts',
      'src/platform/http/request-guards.ts',
      'src/platform/http/unknown-keys.ts',
    ],
    tests: [
      'src/domains/retailers/*.test.ts',
      'src/platform/http/request-parts.test.ts',
      'test/http/hostile-requests.test.ts',
      'test/http/rate-limits.deep.test.ts',
      'test/retailers/keys.deep.test.ts',
    ],
    leaveOut: [
      'row 25',
      'row 27',
      'the limit holds over several processes',
      'two servers on one database share',
      'a key lives through creation, rotation and revocation',
    ],
  },
  idempotency: {
    isPure: false,
    mutate: [
      'src/platform/http/idempotency.ts',
      'src/platform/http/idempotency-store.ts',
      'src/kernel/canonical-json.ts',
    ],
    tests: [
      'src/platform/http/request-parts.test.ts',
      'src/platform/http/idempotency.test.ts',
      'src/platform/http/idempotency-store.test.ts',
      'test/http/idempotency.test.ts',
    ],
    leaveOut: ['a key claimed by a process that was killed'],
  },
  ledger: {
    isPure: false,
    mutate: ['src/domains/ledger/*.ts'],
    tests: [
      'src/domains/ledger/*.test.ts',
      'test/ledger/append-only.test.ts',
      'test/ledger/tampering.deep.test.ts',
      'test/receivables/billets/settle.test.ts',
    ],
    leaveOut: ['tampering is found and the first broken entry named: the'],
  },
  transactions: {
    isPure: false,
    mutate: ['src/domains/purchases/*.ts'],
    tests: ['src/domains/purchases/*.test.ts'],
  },
}
