;((registry, settings, element, entities) => {
  const data = settings.getSetting('crediario_data', {})
  const decode = entities.decodeEntities

  function Label(props) {
    const components = props.components || {}
    return components.PaymentMethodLabel
      ? element.createElement(components.PaymentMethodLabel, { text: decode(data.title) })
      : element.createElement('span', null, decode(data.title))
  }

  function Content() {
    return element.createElement('p', null, decode(data.description))
  }

  registry.registerPaymentMethod({
    name: 'crediario',
    paymentMethodId: 'crediario',
    label: element.createElement(Label, null),
    content: element.createElement(Content, null),
    edit: element.createElement(Content, null),
    ariaLabel: decode(data.title),
    placeOrderButtonLabel: 'Continuar no crediário',
    canMakePayment: cart =>
      cart.cartTotals.currency_code === 'BRL' && Number(cart.cartTotals.total_price) > 0,
    supports: { features: data.supports || ['products'] },
  })
})(window.wc.wcBlocksRegistry, window.wc.wcSettings, window.wp.element, window.wp.htmlEntities)
