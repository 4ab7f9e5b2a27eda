import { defineMiddlewares } from '@medusajs/framework/http'

/** The signature is over the bytes that arrived. */
export default defineMiddlewares({
  routes: [{ matcher: '/crediario/webhook', methods: ['POST'], bodyParser: { preserveRawBody: true } }],
})
