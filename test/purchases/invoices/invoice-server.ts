import { startTestApp } from '../../support/app.ts'
import { buy } from '../../support/purchase-http.ts'

/** A separate process, so that its memory is that of a server: prints its address, ends with its standard input. */
const app = await startTestApp()
const { transactionId } = await buy(app)
console.log(JSON.stringify({ url: app.url, transactionId }))
process.stdin.resume()
process.stdin.once('end', async () => {
  await app.stop()
  process.exit()
})
