import { join } from 'node:path'
import { ensurePages } from './pages/ensure-pages.ts'

interface Proof {
  readonly file: string
  readonly usage: string
  readonly summary: string
}

/** What takes longer than a test may. docs/proof.md says what each proves, and the newest figures. */
const PROOFS: Readonly<Record<string, Proof>> = {
  storm: {
    file: 'test/drills/chaos/storm-run.ts',
    usage: '[SECONDS [SEED]]',
    summary: 'kills, cuts, freezes, wrong clocks and full disks while shoppers buy',
  },
  kills: {
    file: 'test/drills/chaos/run.ts',
    usage: '[KILLS [SEED]]',
    summary: 'kill -9 of the program and of PostgreSQL shortly after each start',
  },
  restore: {
    file: 'test/drills/chaos/restore-run.ts',
    usage: '[ROUNDS [SEED]]',
    summary: 'a backup becomes the database again, and sells',
  },
  webhooks: {
    file: 'test/drills/chaos/run-webhooks.ts',
    usage: '[EVENTS [KILLS [SEED]]]',
    summary: 'kills of the workers that deliver webhooks',
  },
  ha: {
    file: 'test/drills/ha/run.ts',
    usage: '[FAULT…] [--driver etcd3] [--seed N] [--mutation]',
    summary: 'faults of a cluster of three PostgreSQL nodes, its runbooks and point-in-time recovery',
  },
  upgrade: {
    file: 'test/drills/upgrade/run.ts',
    usage: '[EVENTS [SECONDS [SEED [RELEASE]]]]',
    summary: 'from the last release to this one while it sells, then backup and restore',
  },
  fuzz: {
    file: 'test/drills/fuzz/run.ts',
    usage: '[REQUESTS [SEED]]',
    summary: 'valid, nearly valid and hostile requests, made from the published interface',
  },
  load: {
    file: 'test/drills/load/run.ts',
    usage: '[SECONDS [SEED]] [--rows CHECKOUTS]',
    summary: 'the traffic of a shop up to five times the peak',
  },
  privacy: {
    file: 'test/drills/privacy/run.ts',
    usage: '[PEOPLE [SEED]]',
    summary: 'search for personal data in logs, answers, webhooks, metrics and a dump',
  },
  year: {
    file: 'test/drills/year/run.ts',
    usage: '[PURCHASES [SEED [FOLDER]]]',
    summary: 'thirteen months of a portfolio, closed and exported, and recomputed by a program in Python',
  },
  lives: {
    file: 'test/drills/lives/run.ts',
    usage: '[LIVES [SEED]]',
    summary: 'random lives of loans with everything that may happen to one; cash, books and payoffs agree',
  },
  house: {
    file: 'test/drills/house/run.ts',
    usage: '[JOURNEY]',
    summary: 'files, lines and names at each door, and how many files one request runs through',
  },
  mutation: {
    file: 'test/drills/mutation/run.ts',
    usage: '[--again] [AREA…]',
    summary: 'small mistakes in the code that the tests must notice',
  },
  'supply-chain': {
    file: 'scripts/supply-chain/run.ts',
    usage: '',
    summary: 'SBOM, advisories and licenses of packages, secrets in committed files',
  },
}

const [name = '', ...words] = process.argv.slice(2)
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
if (proof === undefined) {
  const rows = Object.entries(PROOFS).map(
    ([each, { usage, summary }]) => `  ${each.padEnd(14)}${summary}${usage === '' ? '' : `: ${usage}`}`,
  )
  console.log(`Usage: npm run prove -- NAME [ARGUMENTS]\n\n${rows.join('\n')}`)
  if (name !== '') {
    console.error(`\nThere is no proof ${name}.`)
    process.exitCode = 1
  }
} else {
  if (proof.file.startsWith('test/')) await ensurePages()
  const path = join(import.meta.dirname, '..', proof.file)
  process.argv = [process.execPath, path, ...words]
  await import(path)
}
