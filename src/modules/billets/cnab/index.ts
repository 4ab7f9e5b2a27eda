export { CnabError } from '../../../brazil/cnab-error.ts'
export { writeRemittance } from './remittance.ts'
export { composeRemittanceFile, markRemittanceWritten, type RemittanceFile } from './remittance-files.ts'
export { parseReturn, type ReturnFile } from './return-file.ts'
