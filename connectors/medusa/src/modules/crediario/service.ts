import { type CrediarioOptions, parseOptions } from '../../domain/options.ts'
import { type Lender, openLender } from '../../lender.ts'
import { type Connection, SaleStore } from './store.ts'

interface Dependencies {
  readonly __pg_connection__: Connection
}

/** The plugin's own tables, and the lender with the shop's key. */
export class CrediarioService {
  readonly options: CrediarioOptions
  readonly lender: Lender
  readonly store: SaleStore

  constructor({ __pg_connection__ }: Dependencies, options: Readonly<Record<string, unknown>> | undefined) {
    this.options = parseOptions(options)
    this.lender = openLender(this.options)
    this.store = new SaleStore(__pg_connection__)
  }
}
