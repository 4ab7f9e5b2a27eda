import type { Config } from './config.ts'
import { systemClock } from './kernel/clock.ts'
import { findSamplePerson } from './modules/credit/index.ts'
import { listDemonstrationOperators } from './modules/desk/index.ts'
import { DEMONSTRATION_KEYS } from './modules/retailers/index.ts'
import { deriveSecrets } from './platform/crypto/secrets.ts'

/** What a newcomer needs next: where to look, the key, and a line that works when pasted. */
export function presentWelcome(config: Config, port: number): string {
  const [demonstration] = DEMONSTRATION_KEYS
  // Port 0 means any free one: only now it is known which.
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
  return `
  Crediário is ready (${config.environment}).

    Service     ${base}
    Reference   ${base}/docs
    Health      ${base}/ready
    Key         ${demonstration?.key}
    Desk        ${base}/desk${presentOperator(config)}

  Try it:

    curl -s ${base}/preApprove -H 'Content-Type: application/json' -d '${body}'

`
}

/** A code opens the desk once and for about a minute; the command prints the next ones. */
function presentOperator(config: Config): string {
  const secrets = deriveSecrets(config.encryptionKey)
  const [operator] = listDemonstrationOperators(secrets, systemClock.now())
  return operator === undefined
    ? ''
    : `
                ${operator.email}, password ${operator.password}, code ${operator.code} now;
                later codes: npm run -s crediario -- operators code ${operator.email}`
}
