import { OrderCreditWidget } from './order-credit.tsx'

/** As Medusa's own build writes it: the dashboard takes the parts that it finds. */
const plugin = {
  widgetModule: {
    widgets: [
      {
        Component: OrderCreditWidget,
        zone: ['order.details.side.before'],
        widgetId: 'crediario-order-credit',
      },
    ],
  },
  routeModule: { routes: [] },
  menuItemModule: { menuItems: [] },
  formModule: { customFields: {} },
  displayModule: { displays: {} },
  i18nModule: { resources: {} },
  cellRendererModule: {},
  layoutModule: { layouts: [] },
}

export default plugin
