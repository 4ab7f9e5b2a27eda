import { OPTION_ID } from './install.ts'

/** Runs in the checkout of Nuvemshop: asks for the order's link and leads there. It knows no key and reads nobody's data. */
export function writeCheckoutScript(publicUrl: string, accountId: string): string {
  const place = JSON.stringify(`${publicUrl}/connectors/nuvemshop/${accountId}/checkouts`)
  return `LoadCheckoutPaymentContext(function (Checkout, PaymentOptions) {
  Checkout.addPaymentOption(
    PaymentOptions.ExternalPayment({
      id: ${JSON.stringify(OPTION_ID)},
      fields: { billing_address: true },
      onSubmit: function (callback) {
        var urls = Checkout.getData('callbackUrls') || {}
        Checkout.http
          .post(${place}, { orderId: String(Checkout.getData('order.cart.id')), returnUrl: urls.success })
          .then(function (answer) {
            callback({ success: true, redirect: answer.data.redirect, extraAuthorize: true })
          })
          .catch(function () {
            callback({ success: false, error_code: 'unknown_error' })
          })
      },
    }),
  )
})
`
}
