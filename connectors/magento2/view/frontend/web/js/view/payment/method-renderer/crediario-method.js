define(['Magento_Checkout/js/view/payment/default'], Component =>
  Component.extend({
    defaults: {
      template: 'Crediario_Payment/payment/crediario',
    },

    /** The order is placed first and waits; then the browser goes to the page where it is bought. */
    redirectAfterPlaceOrder: false,

    afterPlaceOrder: () => {
      window.location.replace(window.checkoutConfig.payment.crediario.redirectUrl)
    },
  }))
