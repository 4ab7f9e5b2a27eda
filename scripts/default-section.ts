/** Of the sandbox page: a contract that is not paid, by lines to paste. */
export function presentDefault(): string {
  return `## Default

A fresh person pays nothing. The days are moved in steps, because notices leave in lawful hours and are proved
afterwards: 15 days after the last day without charges the notice of a listing, after 25 the listing, after 60 the
notice of the acceleration, and on day 91 everything is due. Before it and after it, this prints what is overdue and
what is ahead.

\`\`\`sh
GIVEN=$(curl -s $BASE/sandbox/people -H "$AUTH" -H "$JSON" -d '{ "persona": "001" }')
SALE=$(node -p "JSON.stringify({ ...$GIVEN, source: 'checkout', device: 'mobile', shipping: 0, products: [{ id: 'sku-2', name: 'Mesa', amount: 1, value: 1900 }] })")
OPTION=$(curl -s $BASE/options -H "$AUTH" -H "$JSON" -d "$SALE" | pick '.downPaymentOptions[0].options.at(-1)._id')
LATE=$(curl -s $BASE/authorize -H "$AUTH" -H "$JSON" -d '{ "optionId": "'$OPTION'", "orderId": "'$ORDER'-default" }' | pick .transactionId)
curl -s $BASE/sandbox/transaction/$LATE/onboarding -H "$AUTH" -H "$JSON" -d '{ "until": "COMPLETE" }' > /dev/null
move() { for DAYS in $*; do curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "P'$DAYS'D" }' > /dev/null; done; }
owed() { curl -s $BASE/public/transaction/$LATE/settlement -H "$AUTH" | pick '["overdueValue"]'; curl -s $BASE/public/transaction/$LATE/settlement -H "$AUTH" | pick .futureValue; }
move 46 1 1 12 1 31 1 1
owed
move 28 1
owed
\`\`\`

Nothing is ahead then: the rest is claimed without the interest of time to come. \`npm run crediario -- listings list\`
shows the listing, \`ledger provision --month YYYY-MM\` the allowance of a month end. Sixteen months later the allowance
is all of the debt, and two people write the contract off, at the desk or in the folder of the service: one proposes it,
the other approves. It is still owed, and OPEN; what is paid, here 100.00 on the next business day, is a recovery. The
last line shows it in the contract's journal.

\`\`\`sh
payoff() {
  PAYOFF=
  while [ -z "$PAYOFF" ]; do
    move 1
    PAYOFF=$(curl -s $BASE/public/transaction/$LATE/settlement -H "$AUTH" -H "$JSON" -d "$1" | pick .billet.id 2> /dev/null)
  done
  curl -s $BASE/sandbox/billet/$PAYOFF/pay -H "$AUTH" -H "$JSON" -d '{}' > /dev/null
}
move 366 140
code() { npm run --silent crediario -- operators code $1@demo.local; }
PROPOSAL=$(code analyst | npm run --silent crediario -- loan write-off $LATE --reason 'provided for in full' --as analyst@demo.local | head -n 1)
code operator | npm run --silent crediario -- proposals approve $PROPOSAL --reason 'checked with the provision' --as operator@demo.local
payoff '{ "amount": 100 }'
curl -s -X POST $BASE/public/transaction/$LATE -H "$AUTH" | pick .status
npm run --silent crediario -- loan show $LATE
\`\`\`

All of it can be paid at any time, and the listing is taken back within the minute:

\`\`\`sh
payoff '{}'
curl -s $BASE/sandbox/clock -H "$AUTH" -H "$JSON" -d '{ "advance": "PT1M" }' > /dev/null
curl -s -X POST $BASE/public/transaction/$LATE -H "$AUTH" | pick .status
\`\`\`

`
}
