import { setTimeout as delay } from 'node:timers/promises'
import { classifyError, DatabaseUnavailable } from '../platform/db/database-errors.ts'
import type { DemonstrationOperator } from '../sandbox/demonstration-operators.ts'
import { DEMONSTRATION_KEYS } from '../sandbox/demonstration-retailers.ts'
import type { DemonstrationOwner } from '../sandbox/demonstration-staff.ts'
import { findSamplePerson, personas } from '../sandbox/personas.ts'
import type { Config } from './config/config.ts'
import type { Program } from './program.ts'

const ASK_AGAIN_MS = 500

/**
 * What a newcomer needs next: the addresses, the key, the desk's password, and a command that works when pasted.
 * Undefined when the program is stopped before it is known. The password is shown nowhere else, and on a slow machine
 * the jobs of the first minute may take every connection: the query is repeated until it succeeds.
 */
export async function writeWelcome(
  config: Config,
  program: Pick<Program, 'port' | 'listDemonstrationOperators' | 'listDemonstrationStaff'>,
  isStopping: () => boolean,
): Promise<string | undefined> {
  for (;;) {
    try {
      const [[operator], [owner]] = await Promise.all([
        program.listDemonstrationOperators(),
        program.listDemonstrationStaff(),
      ])
      return presentWelcome(config, program.port, operator, owner)
    } catch (error) {
      if (isStopping()) return undefined
      if (!(classifyError(error) instanceof DatabaseUnavailable)) throw error
      await delay(ASK_AGAIN_MS)
    }
  }
}

export function presentWelcome(
  config: Config,
  port: number,
  operator: DemonstrationOperator | undefined,
  owner?: DemonstrationOwner,
): string {
  const [demonstration] = DEMONSTRATION_KEYS
  // Port 0 means any free port, known only now.
  const base = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl
  const body = JSON.stringify({
    apiKey: demonstration?.key,
    cpf: findSamplePerson('001'),
    phone: '(11) 98765-1234',
    email: 'maria@example.com',
    zipCode: '01310-100',
    source: 'checkout',
    price: 1240,
  })
  const quick = presentQuickPurchase(base, demonstration?.key ?? '')
  return `
  Crediário is ready (${config.environment}).

  Open the demonstration shop and buy something, in three minutes:

    Shop        ${base}/store

    Service     ${base}
    Reference   ${base}/docs
    Health      ${base}/ready
    Key         ${demonstration?.key}
    Desk        ${base}/desk${presentCredentials(operator, 'operators')}
    Console     ${base}/console${presentCredentials(owner, 'retailers')}

  Try it:

    curl -s ${base}/preApprove -H 'Content-Type: application/json' -d '${body}'

  Buy without the shop: these lines take a person who has not bought yet and print the link to open in a browser. README.md has the lines that read its codes and
  pay the down payment.

    ${quick}

`
}

/** A code opens the desk or the console once and is valid for about a minute; the command prints the next ones. */
function presentCredentials(
  person: Pick<DemonstrationOperator, 'email' | 'password' | 'code'> | undefined,
  topic: 'operators' | 'retailers',
): string {
  return person === undefined
    ? ''
    : `
                ${person.email}, password ${person.password}, code ${person.code} now;
                later codes: npm run -s crediario -- ${topic} code ${person.email}`
}

function presentQuickPurchase(base: string, key: string): string {
  const cart = `source: 'checkout', device: 'mobile', shipping: 49.9, products: [{ id: 'sku-1', name: 'Geladeira Frost Free 375 L', amount: 1, value: 2199.9 }]`
  const [approved] = personas
  const headers = `-H 'x-service-apikey: ${key}' -H 'Content-Type: application/json'`
  const pick = (member: string): string =>
    `node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))${member}"`
  return `PERSON=$(curl -s ${base}/sandbox/people ${headers} -d '{ "persona": "${approved?.code}" }')
    OPTION=$(curl -s ${base}/options ${headers} -d "$(node -p "JSON.stringify({ ...$PERSON, ${cart} })")" | ${pick('.downPaymentOptions[1].options[3]._id')})
    curl -s ${base}/authorize ${headers} -d '{ "optionId": "'$OPTION'", "orderId": "'$OPTION'" }' | ${pick('.returnUrl')}`
}
