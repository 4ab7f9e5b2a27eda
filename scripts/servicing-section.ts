/** Of the sandbox page: what becomes of a contract, each outcome by lines to paste. */
export function presentServicing(): string {
  return `## Paying early

A fresh person completes a purchase. The last two installments are quoted and paid before they are due, then an amount,
then all that is left: the contract is closed, and nothing is owed any more. \`date\` quotes another day, up to five
business days ahead; paid on another day than its own, a settlement is an amount of that day.

\`\`\`sh
GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-3', name: 'Sofá', amount: 1, value: 1500 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options.find(option => option.numberOfInstallments === 6)._id')
LOAN=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-early" }' | pick .transactionId)
curl -s $BASE/sandbox/transaction/$LOAN/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }' > /dev/null
settle() {
  BILLET=$(curl -s $BASE/public/transaction/$LOAN/settlement -H "$AUTH" -H "$JSON" -d "$1" | pick .billet.id)
  curl -s -X POST $BASE/sandbox/billet/$BILLET/pay -H "$AUTH" | pick .paymentStatus
}
curl -s "$BASE/public/transaction/$LOAN/settlement?installments=last:2" -H "$AUTH" | pick '.installments.map(each => each.installmentNumber + " " + each.faceValue + " " + each.presentValue).join("\\n")'
settle '{ "installments": "last:2" }'
settle '{ "amount": 100 }'
settle '{ "installments": "all" }'
curl -s -X POST $BASE/public/transaction/$LOAN -H "$AUTH" | pick .status
\`\`\`

`
}
