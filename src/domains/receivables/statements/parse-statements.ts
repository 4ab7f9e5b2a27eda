import { isOfx, parseOfx } from './ofx.ts'
import { parseSegmentE } from './segment-e.ts'
import type { BankStatement } from './statement.ts'

/** CNAB 240 or OFX, told apart by what the file holds. */
export function parseStatements(bytes: Buffer): BankStatement[] {
  const latin = bytes.toString('latin1')
  return isOfx(latin) ? [parseOfx(decodeOfx(bytes, latin))] : parseSegmentE(latin)
}

/** Banks declare one character set and write another. */
function decodeOfx(bytes: Buffer, latin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return latin
  }
}
