import type { InvoiceScanner } from '../domains/invoices/index.ts'

/** The EICAR test file (eicar.org), split in two: otherwise scanners would flag this source file. */
export const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

export const sandboxScanner: InvoiceScanner = {
  scan: async bytes => (bytes.includes(TEST_VIRUS) ? 'infected' : 'clean'),
}
