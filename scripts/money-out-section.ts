/** Of the sandbox page: what becomes of money that leaves, each outcome by lines to paste. */
export function presentMoneyOut(): string {
  return `## Refunds

A fresh person pays the down payment by billet, the shop cancels, and the bank does with the refund what \`payouts\` says.
The clock is moved twice: orders leave with the first minute, and what became of them is asked for with the second.

\`\`\`sh
refund() {
  GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
  SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
  OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[2].options[0]._id')
  SOLD=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-refund-'$1'" }' | pick .transactionId)
  BILLET=$(curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick .downPaymentBillet.id)
  curl -s $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" -H "$JSON" -d '{ "method": "BILLET" }' > /dev/null
  curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{ "payouts": "'$1'" }' > /dev/null
  curl -s $BASE/cancel -H "$AUTH" -H "$JSON" -d '{ "transactionId": "'$SOLD'" }' > /dev/null
  curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }' > /dev/null
  curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }' > /dev/null
  curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick .refundStatus
}
refund fail
refund unknown
refund confirm
AFTER=
while PAGE=$(curl -s "$BASE/events?limit=100$AFTER" -H "$AUTH"); do
  printf %s "$PAGE" | pick '.data.filter(event => event.type === "transaction.refunded").map(event => event.transactionId + " " + event.amount).join("\\n")'
  NEXT=$(printf %s "$PAGE" | pick '["next"] ?? ""')
  if [ -z "$NEXT" ]; then break; fi
  AFTER="&after=$NEXT"
done
\`\`\`

\`fail\` is \`FAILED\`: the customer is notified, and the desk names another account under "Saídas". With \`unknown\`
the answer of the bank is lost; the payment is found when it is asked for, and \`PAID\` like the one of \`confirm\`.
Both are \`transaction.refunded\` with their \`amount\`.

## Transfers

The same for what the shop is paid: this purchase is complete, and its transfer fails at the bank or is confirmed. The
list of transactions shows when it was transferred, the statement every movement with its balance.

\`\`\`sh
transfer() {
  GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
  SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
  OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options[0]._id')
  SOLD=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-transfer-'$1'" }' | pick .transactionId)
  curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{ "payouts": "'$1'" }' > /dev/null
  curl -s $BASE/sandbox/transaction/$SOLD/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }' > /dev/null
  curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }' > /dev/null
  curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }' > /dev/null
  curl -s "$BASE/transactions?orderId=$ORDER-transfer-$1" -H "$AUTH" | pick '.data.map(each => each.transferedAt ?? "not transferred")'
}
transfer confirm
transfer fail
curl -s $BASE/sandbox/bank -H "$AUTH" -H "$JSON" -d '{}' > /dev/null
NOW=$(curl -s $BASE/sandbox/clock -H "$AUTH" | pick .now)
TODAY=$(node -p "new Date(Date.parse('$NOW') - 3 * 36e5).toISOString().slice(0, 10)")
curl -s "$BASE/statement?from=$TODAY&to=$TODAY" -H "$AUTH" | pick '.lines.slice(-6).map(line => line.kind + " " + line.amount + " " + line.balance).join("\\n")'
\`\`\`

A transfer that failed waits at the desk, or for \`npm run crediario -- payouts retry\`; what is owed stays in the
balance.
`
}
