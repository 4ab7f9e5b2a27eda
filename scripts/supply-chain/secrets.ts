import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretException } from './exceptions.ts'
import type { Verdict } from './verdict.ts'

/** Shapes that a secret has by its maker's rules, so that ordinary text rarely has one. */
const SHAPES: readonly { readonly kind: string; readonly shape: RegExp }[] = [
  { kind: 'private key', shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g },
  // Ours, and Stripe's. Keys of the demonstration have a second underscore.
  { kind: 'secret key', shape: /\bsk_(?:homolog|live|test)_[0-9A-Za-z]{24,}/g },
  { kind: 'webhook secret', shape: /\bwhsec_[0-9A-Za-z+/]{20,}={0,2}/g },
  // The names of .env.example, whatever stands between name and value.
  {
    kind: 'assigned secret',
    shape: /(?:ENCRYPTION_KEY|TOKEN|SECRET|PASSWORD)[A-Z_]*['"]?\s*[:=]\s*['"]?[0-9A-Za-z+/_-]{24,}={0,2}/g,
  },
  // Shorter passwords are those of examples.
  {
    kind: 'database password',
    shape: /\b(?:postgres|postgresql|mysql|redis|amqp|mongodb)s?:\/\/[^\s:/@]+:[^\s:/@'"`${}]{12,}@/g,
  },
  { kind: 'AWS access key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'Google API key', shape: /\bAIza[0-9A-Za-z_-]{35}/g },
  { kind: 'GitHub token', shape: /\b(?:gh[pousr]_[0-9A-Za-z]{36,}|github_pat_[0-9A-Za-z_]{60,})/g },
  { kind: 'GitLab token', shape: /\bglpat-[0-9A-Za-z_-]{20,}/g },
  { kind: 'npm token', shape: /\bnpm_[0-9A-Za-z]{36}\b/g },
  { kind: 'Slack token', shape: /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/g },
  { kind: 'SendGrid key', shape: /\bSG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}/g },
  { kind: 'signed token', shape: /\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{20,}/g },
]

export interface FoundSecret {
  readonly kind: string
  readonly line: number
  readonly value: string
}

export function findSecrets(text: string): FoundSecret[] {
  return SHAPES.flatMap(({ kind, shape }) =>
    [...text.matchAll(shape)].map(match => ({
      kind,
      line: text.slice(0, match.index).split('\n').length,
      value: match[0],
    })),
  )
}

/** Files by their paths under the root. What is found is named by its place only: the log is read by others. */
export function judgeSecrets(
  root: string,
  files: readonly string[],
  exceptions: readonly SecretException[],
): Verdict {
  const defects: string[] = []
  const used = new Set<string>()
  for (const file of files) {
    const path = join(root, file)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) continue
    // Each byte a character, so that files which are no text are searched too.
    for (const { kind, line, value } of findSecrets(readFileSync(path, 'latin1'))) {
      const exception = exceptions.find(each => value.endsWith(each.value))
      if (exception === undefined) defects.push(`${file}:${line}: ${kind}`)
      else if (file !== EXCEPTIONS_FILE) used.add(exception.value)
    }
  }
  for (const { value, reason } of exceptions) {
    if (!used.has(value)) defects.push(`the exception "${reason}" is no longer needed: remove it`)
  }
  return { summary: `${files.length} files`, defects }
}

const EXCEPTIONS_FILE = 'scripts/supply-chain/exceptions.json'

/** The committed files, with the changes that are not committed yet. */
export function listCommittedFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', timeout: 20_000 })
  return listed.split('\0').filter(file => file !== '')
}
