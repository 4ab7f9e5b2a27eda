/** Of the sandbox page: the goods arrive, the customer withdraws, products come back. */
export function presentReturns(): string {
  return `## Delivery, withdrawal and returned products

Both blocks need a complete purchase of two products, which this one makes:

\`\`\`sh
buy() {
  GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
  SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'tv', name: 'Televisor', amount: 1, value: 940 }, { id: 'radio', name: 'Radio', amount: 1, value: 300 }] })")
  OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[2].options[0]._id')
  SOLD=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-'$1'" }' | pick .transactionId)
  BILLET=$(curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick .downPaymentBillet.id)
  curl -s $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" -H "$JSON" -d '{ "method": "PIX" }' > /dev/null
  curl -s $BASE/sandbox/transaction/$SOLD/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }' | pick .step
}
\`\`\`

The goods arrive ten days after the purchase. The shop reports it, and from then on the customer has seven days to
withdraw, which they do on the last one; everything that was paid is owed back.

\`\`\`sh
buy delivered
TODAY=$(curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P10D" }' | pick '["now"] && new Date(Date.parse(a.now) - 10800000).toISOString().slice(0, 10)')
curl -s $BASE/public/transaction/$SOLD/delivered -H "$AUTH" -H "$JSON" -d '{ "date": "'$TODAY'" }' | pick .deliveredAt
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P7D" }' > /dev/null
curl -s $BASE/sandbox/transaction/$SOLD/onboarding -H "$AUTH" -H "$JSON" -d '{ "action": "CANCEL" }' | pick .status
curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick '.cancelReason + " " + a.refundValue'
\`\`\`

The radio comes back after the first installment was paid. The preview shows what would become of the purchase; the
removal does it: the installment is smaller, the paid one stays paid, and the surplus is owed back. The customer finds
the addendum at \`/minha-conta\` and confirms it there.

\`\`\`sh
buy returned
BILLET=$(curl -s -X POST $BASE/public/transaction/$SOLD -H "$AUTH" | pick '.installments[0].id')
curl -s $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" -H "$JSON" -d '{ "method": "BILLET" }' > /dev/null
curl -s $BASE/public/transaction/$SOLD -H "$AUTH" -H "$JSON" -d '{ "products": ["radio"], "preview": true }' | pick '.paymentInstallments + " " + a.refundValue'
curl -s $BASE/public/transaction/$SOLD -H "$AUTH" -H "$JSON" -d '{ "products": ["radio"] }' | pick '.paymentInstallments + " " + a.refundValue + " " + a.installments[0].paymentStatus'
\`\`\`
`
}
