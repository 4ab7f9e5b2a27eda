import { join } from 'node:path'
import { createApp } from '../src/app/app.ts'
import { parseConfig } from '../src/app/config/config.ts'
import { buildServer } from '../src/app/server.ts'
import { errorCatalogue } from '../src/contract/errors.ts'
import { SAMPLE_INVOICE } from '../src/contract/sample-invoice.ts'
import { CreditPolicy } from '../src/domains/credit/policy.ts'
import { creditRules } from '../src/domains/credit/rules.ts'
import { createLog } from '../src/platform/telemetry/log.ts'
import { findSamplePerson, personas } from '../src/sandbox/personas.ts'
import { TEST_VIRUS } from '../src/sandbox/sandbox-services.ts'
import { dumpSchema } from '../src/schema/schema-dump.ts'
import { openTestDatabase, type TestDatabase } from '../test/support/database.ts'
import { presentAgreements } from './agreements-section.ts'
import { presentApiChangelog } from './api-changes/changelog-page.ts'
import { readReleasedSurfaces } from './api-changes/released-surfaces.ts'
import { describeSurface } from './api-changes/surface.ts'
import { presentPhpClient } from './clients/php-source.ts'
import { presentPythonClient } from './clients/python-source.ts'
import { presentTypeScriptClient } from './clients/typescript-source.ts'
import { presentCompactJson } from './compact-json.ts'
import { presentDefault } from './default-section.ts'
import { NOTE } from './generated-note.ts'
import { presentMoneyOut } from './money-out-section.ts'
import { presentPurchaseLife } from './purchase-life-page.ts'
import { presentReturns } from './returns-section.ts'
import { presentServicing } from './servicing-section.ts'
import { presentElementColours, presentTokens } from './token-sheets.ts'

const ROOT = join(import.meta.dirname, '..')

/** Maps each path, relative to the root, to its content. */
export async function generateFiles(): Promise<Record<string, string>> {
  const testDatabase = await openTestDatabase()
  const { database, close } = testDatabase
  try {
    const openApi = await presentOpenApi(testDatabase)
    const surface = describeSurface(JSON.parse(openApi))
    return {
      'src/schema/schema.sql': await dumpSchema(database),
      'web/design/tokens.css': presentTokens(),
      'storefront/element/colours.css': presentElementColours(),
      'docs/api/openapi.json': openApi,
      'docs/api/changelog.md': presentApiChangelog(NOTE, readReleasedSurfaces(ROOT), surface),
      'clients/typescript/src/generated.ts': presentTypeScriptClient(JSON.parse(openApi)),
      'clients/php/src/Operations.php': presentPhpClient(JSON.parse(openApi)),
      'clients/python/crediario/operations.py': presentPythonClient(JSON.parse(openApi)),
      'docs/api/policy.schema.json': presentCompactJson({ title: 'Credit policy', ...CreditPolicy }, 2),
      'docs/api/errors.md': presentErrors(),
      'docs/api/sandbox.md': presentSandbox(),
      'docs/concepts/credit-rules.md': presentRules(),
      'docs/concepts/purchase-life.md': presentPurchaseLife(NOTE),
    }
  } finally {
    await close()
  }
}

async function presentOpenApi({ database, connection }: TestDatabase): Promise<string> {
  const config = parseConfig({})
  const services = createApp({ config, database })
  const app = await buildServer({ config, services, connection, log: createLog({ level: 'silent' }) })
  try {
    const response = await app.server.inject('/openapi.json')
    // A line for each operation, answer and event.
    return presentCompactJson(response.json(), 4)
  } finally {
    await app.stop()
    await services.close()
  }
}

function presentErrors(): string {
  const rows = Object.entries(errorCatalogue)
    .toSorted(([a, x], [b, y]) => x.status - y.status || a.localeCompare(b))
    .map(
      ([code, { status, area, message, meaning }]) =>
        `| ${status} | \`${code}\` | ${area} | ${message} | ${meaning} |`,
    )
  return `${NOTE}
# Errors

What to do about each status, and the body that all of them have, is in
[the guide](../../src/http/reference/guides/en/errors.md), which \`/docs\` serves.

| Status | Code | Area | Message | Meaning |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function presentSandbox(): string {
  const rows = personas.map(
    ({ code, outcome }) => `| \`${code}\` | ${outcome} | \`${findSamplePerson(code)}\` |`,
  )
  return `${NOTE}
# People of the sandbox

In homologation a CPF that begins with \`000\` chooses its outcome by its digits 4 to 6. Digits 7 to 9 are free, so each
row stands for a thousand people; the last two are the usual check digits. Production knows none of them.

| Digits 4–6 | Outcome | A CPF to paste |
|---|---|---|
${rows.join('\n')}

Other outcomes need no special person: an area code that does not exist (\`(20) 98765-1234\`) is \`DDD_NOT_FOUND\`, a
price of 100.00 is \`TOTALVALUE_LOW\`, one of 20,000.00 \`TOTALVALUE_HIGH\`, and a sixth evaluation with other data
within a day \`MAX_TRIES\`. Any other valid CPF has a score made from its digits, the same every time.

The lines of this page use the variables of [the tour](../tour.md), which its first block sets.

\`\`\`sh
curl -s $BASE/preApprove -H "$AUTH" -H "$JSON" \\
  -d '{"cpf":"${findSamplePerson('002')}","phone":"(11) 98765-1234","email":"maria@example.com","zipCode":"01310-100","source":"checkout","price":1240}'
\`\`\`

## Fresh people

Anyone who has bought or been refused no longer counts as new. This gives a person of a persona whom the retailer has
not met, with name, phone, e-mail and address as \`/options\` takes them.

\`\`\`sh
curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }'
\`\`\`

## The desk

People of \`011\` wait at the desk. One of them buys, and this plays the desk: the selfie is asked for again, the
customer sends it, and the desk accepts it.

\`\`\`sh
GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "011" }')
SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options[0]._id')
TRANSACTION=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-desk" }' | pick .transactionId)
curl -s -o /dev/null $BASE/sandbox/transaction/$TRANSACTION/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "DESK" }'
curl -s $BASE/sandbox/desk/$TRANSACTION -H "$AUTH" -H "$JSON" -d '{ "result": "ASK_AGAIN", "step": "SELFIE" }'
curl -s $BASE/sandbox/transaction/$TRANSACTION/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "DESK" }'
curl -s $BASE/sandbox/desk/$TRANSACTION -H "$AUTH" -H "$JSON" -d '{ "result": "VALIDATED" }'
\`\`\`

## Payments

A fresh person buys in three installments: a payment reported three times is credited once, an amount that is too small
leaves the rest open (here \`PENDING\`, and its link says what is left), and one that is too large is owed back.

\`\`\`sh
GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options[0]._id')
TRANSACTION=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-paid" }' | pick .transactionId)
curl -s -o /dev/null $BASE/sandbox/transaction/$TRANSACTION/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }'
list() { curl -s -X POST $BASE/public/transaction/$TRANSACTION -H "$AUTH"; }
curl -s $BASE/sandbox/billet/$(list | pick '.installments[0].id')/pay -H "$AUTH" -H "$JSON" -d '{ "repeat": 3 }'
curl -s $BASE/sandbox/billet/$(list | pick '.installments[1].id')/pay -H "$AUTH" -H "$JSON" -d '{ "amount": 10 }'
curl -s $BASE/sandbox/billet/$(list | pick '.installments[1].id')/pay -H "$AUTH" -H "$JSON" -d '{ "amount": 5000 }'
\`\`\`

Eleven days late at a bank that rounds interest down to whole centavos a day, as Itaú does. The clock is moved first,
the payment is dated back to the day on which the customer made it, and \`delaySeconds\` would make the bank report it
later.

\`\`\`sh
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P120D" }'
FACE=$(list | pick '.installments[2].value.toFixed(2).replace(".", "")')
DUE=$(list | pick '.installments[2].dueDate')
PAID=$(node -p "new Date(Date.parse('$DUE') + 11 * 864e5).toISOString().slice(0, 10)")
AMOUNT=$(node -p "($FACE + Math.floor($FACE * 2 / 100) + 11 * Math.floor($FACE / 3000)) / 100")
curl -s $BASE/sandbox/billet/$(list | pick '.installments[2].id')/pay -H "$AUTH" -H "$JSON" -d '{ "amount": '$AMOUNT', "paidOn": "'$PAID'" }'
\`\`\`

## The clock

One clock for the whole deployment. Everybody reads it; moving it needs a key with the scope \`clock\`, which the first
demonstration key has.

\`\`\`sh
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1S" }'
\`\`\`

## The bank

The invented bank is a server of the Central Bank's Pix API ([how to reach it](../ports/pix-sandbox.md)). For the
charges of this retailer it loses webhooks (\`loseWebhooks\`), sends each of them more often (\`repeatWebhooks\`), later
(\`delaySeconds\`, by the clock above) or out of order (\`reorder\`), answers slowly (\`slowMs\`) or not at all
(\`down\`, for a day at most); \`registration\` says what becomes of new billets and charges, \`payouts\` of money sent
or given back. The body is the whole behaviour: whatever it leaves out is as with a well-behaved bank.

\`\`\`sh
curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{ "pix": { "loseWebhooks": true, "slowMs": 500 }, "registration": "slow" }'
curl -s $BASE/sandbox/bank -H "$AUTH"
curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{}'
\`\`\`

## Registration

A bank that is slow takes a minute to register a new billet, which has no line until then. One that rejects leaves it
without, and its reissue waits at the desk under "Boletos". Both hold for whatever is issued next; here a fresh person
buys with a down payment.

\`\`\`sh
GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[2].options[0]._id')
curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{ "registration": "slow" }'
SOLD=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-slow" }' | pick .transactionId)
show() { curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick '.downPaymentBillet.registrationStatus'; }
show
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }'
show
\`\`\`

It is \`PENDING\` at first and \`REGISTERED\` after the minute. The same with \`"reject"\` becomes \`REJECTED\` within
seconds. After \`{}\` the desk issues a billet that the bank registers; as long as the bank rejects, it rejects that one
too.

## A late installment

A fresh person buys and does not pay. The clock moves past the due date, to the noon of a Wednesday, because reminders
wait for hours in which customers may be contacted; after a jump only the newest of them is sent. The second copy falls
due that day, or on the next business day after a holiday, and asks for the fine and the interest too. Money for the old
billet would pay it just as well. The last lines read all events, a hundred at a time.

\`\`\`sh
BUYER=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
SALE=$(node -p "JSON.stringify({ ...$BUYER, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-3', name: 'Cama', amount: 1, value: 1200 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options[2]._id')
OWED=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-late" }' | pick .transactionId)
curl -s -o /dev/null $BASE/sandbox/transaction/$OWED/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }'
owed() { curl -s -X POST $BASE/public/transaction/$OWED -H "$AUTH"; }
DUE=$(owed | pick '.installments[0].dueDate')
NOW=$(curl -s $BASE/sandbox/clock -H "$AUTH" | pick .now)
WAIT=$(node -p "const to = new Date('\${DUE}T15:00:00Z'); to.setUTCDate(to.getUTCDate() + 3); while (to.getUTCDay() !== 3) to.setUTCDate(to.getUTCDate() + 1); 'PT' + Math.ceil((to - Date.parse('$NOW')) / 36e5) + 'H'")
curl -s -o /dev/null $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "'$WAIT'" }'
owed | pick .overdueDays
PHONE=$(node -p "($BUYER).phone.replace(/\\D/g, '')")
curl -s "$BASE/sandbox/messages?phone=$PHONE" -H "$AUTH" | pick '.messages.filter(m => m.purpose === "COLLECTION").map(m => m.template + " " + m.channel).join("\\n")'
COPY=$(curl -s $BASE/public/transaction/$OWED/billets/$(owed | pick '.installments[0].id')/reissue -H "$AUTH" -H "$JSON" -d '{}')
echo "$COPY" | pick '.dueDate + " " + a.value.toFixed(2)'
curl -s $BASE/sandbox/billet/$(echo "$COPY" | pick .id)/pay -H "$AUTH" -H "$JSON" -d '{}' | pick .paymentStatus
AFTER=
while PAGE=$(curl -s "$BASE/events?limit=100$AFTER" -H "$AUTH"); do
  printf %s "$PAGE" | pick '.data.filter(e => e.transactionId === "'$OWED'" && e.type.startsWith("installment.")).map(e => e.type + " " + e.installmentNumber + " " + e.daysLate).join("\\n")'
  NEXT=$(printf %s "$PAGE" | pick '["next"] ?? ""')
  if [ -z "$NEXT" ]; then break; fi
  AFTER="&after=$NEXT"
done
\`\`\`

${presentServicing()}${presentAgreements()}${presentReturns()}
${presentDefault()}${presentMoneyOut()}
## Start over

Every active purchase of this retailer is canceled, its payment links are deleted, its bank behaves well again, and its
people are free. Where there are thousands of purchases, repeat it until \`done\` is \`true\`.

\`\`\`sh
curl -s -X POST $BASE/sandbox/reset -H "$AUTH"
\`\`\`

## Invoices

The sandbox writes an invoice that fits a transaction, and the credit desk can be played. Paste this after [the
tour](../tour.md), in the same shell: its customer, whose purchases there have all ended, buys once more, and the
invoice is \`VALIDATED\` within a second or two: \`invoice.validated\` goes to the retailer's endpoints and into
\`GET /events\`.

\`\`\`sh
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$CART" | pick '.downPaymentOptions[2].options[0]._id')
TRANSACTION=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-c" }' | pick .transactionId)
SAMPLE=$(curl -s -X POST $BASE/sandbox/transaction/$TRANSACTION/invoice -H "$AUTH")
INVOICE=$(curl -s $BASE/invoice/$TRANSACTION/file -H "$AUTH" -H "$JSON" -d "$SAMPLE" | pick .invoiceId)
echo "$TRANSACTION $INVOICE"
\`\`\`

Any other plain PDF waits at the desk. This refuses one, as long as the retailer was not paid on it:

\`\`\`sh
curl -s $BASE/sandbox/invoice/$INVOICE/review -H "$AUTH" -H "$JSON" -d '{ "result": "REFUSED", "message": "O valor não confere." }'
\`\`\`

This one holds the harmless text that virus scanners take for a virus, and is answered with \`invoice_infected\`:

\`\`\`sh
curl -s $BASE/invoice/$TRANSACTION/file -H "$AUTH" -H "$JSON" \\
  -d '{ "invoiceFile": "${infectSample()}" }'
\`\`\`
`
}

function infectSample(): string {
  const sample = Buffer.from(SAMPLE_INVOICE, 'base64').toString('latin1')
  return Buffer.from(
    sample.replace(/%%EOF\s*$/, end => `%${TEST_VIRUS}\n${end}`),
    'latin1',
  ).toString('base64')
}

function presentRules(): string {
  const rows = creditRules.map(
    ({ order, name, compares, refusal }) =>
      `| ${order} | ${name} | ${compares.join(', ')} | ${refusal.result} | ${refusal.refusalReason} |`,
  )
  return `${NOTE}
# Credit rules

Applied from the top; the first rule that fails gives the answer. A rule whose facts are unknown (no price was named, or
the bureau was not asked yet) is skipped.

| Order | Rule | Compares | Result | Reason |
|---|---|---|---|---|
${rows.join('\n')}

When none fails the customer is \`APPROVED\`. When the bureau cannot answer, the result is \`NO_ACTION\` with \`error:
true\` and no reason.
`
}
