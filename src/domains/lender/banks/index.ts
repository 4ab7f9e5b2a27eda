/* Every bank at which billets can be issued. A new one is a file beside these and a line here. */
export { bancoDoBrasil } from './banco-do-brasil.ts'
export { bradesco } from './bradesco.ts'
export { itau } from './itau.ts'
