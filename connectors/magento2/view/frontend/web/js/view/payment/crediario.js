define(['uiComponent', 'Magento_Checkout/js/model/payment/renderer-list'], (Component, rendererList) => {
  rendererList.push({
    type: 'crediario',
    component: 'Crediario_Payment/js/view/payment/method-renderer/crediario-method',
  })

  return Component.extend({})
})
