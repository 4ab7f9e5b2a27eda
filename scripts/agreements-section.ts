/** Of the sandbox page: a debt that is agreed on anew, and both ends of that, by lines to paste. */
export function presentAgreements(): string {
  return `## Agreements

A fresh person buys, is 45 days late, and agrees on three installments with 100.00 at once. One agreement is paid, which
closes its original too; the other is not, and is \`CANCELED\` as \`RENEGOTIATION_FAILED\` 30 days after its first due
date: the original, which was \`OPEN\` all the time, owes again what was not paid.

\`\`\`sh
agree() {
  GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
  SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 900 }] })")
  OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options[0]._id')
  OLD=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-agreed-'$1'" }' | pick .transactionId)
  curl -s $BASE/sandbox/transaction/$OLD/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }' > /dev/null
  curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P75D" }' > /dev/null
  OFFER=$(curl -s $BASE/public/transaction/$OLD/renegotiation -H "$AUTH" -H "$JSON" -d '{ "preview": true, "installments": 3, "downPaymentValue": 100 }' | pick '.options[0].optionId')
  NEW=$(curl -s $BASE/public/transaction/$OLD/renegotiation -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OFFER'" }' | pick .transactionId)
  curl -s $BASE/sandbox/transaction/$NEW/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "ENTRY" }' > /dev/null
  BILLET=$(curl -s -X POST $BASE/public/transaction/$NEW -H "$AUTH" | pick .downPaymentBillet.id)
  curl -s -X POST $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" > /dev/null
}
state() { curl -s -X POST $BASE/public/transaction/$1 -H "$AUTH" | pick '.status.concat(" ", a.cancelReason)'; }
agree kept
for BILLET in $(curl -s -X POST $BASE/public/transaction/$NEW -H "$AUTH" | pick '.installments.map(billet => billet.id).join("\\n")'); do
  curl -s -X POST $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" > /dev/null
done
state $NEW
state $OLD
agree broken
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P65D" }' > /dev/null
state $NEW
state $OLD
\`\`\`

`
}
