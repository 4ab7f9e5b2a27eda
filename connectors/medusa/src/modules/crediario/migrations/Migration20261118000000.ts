import { Migration } from '@medusajs/framework/mikro-orm/migrations'

export class Migration20261118000000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`CREATE TABLE crediario_sale (
      order_id text PRIMARY KEY,
      payment_session_id text NOT NULL UNIQUE,
      link_id text,
      pay_url text,
      state text NOT NULL DEFAULT 'waiting',
      note text,
      is_refused boolean NOT NULL DEFAULT false,
      is_settled boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      checked_at timestamptz
    )`)
    this.addSql('CREATE INDEX crediario_sale_open ON crediario_sale (checked_at) WHERE NOT is_settled')
    this.addSql(`CREATE TABLE crediario_event (
      id text PRIMARY KEY,
      type text NOT NULL,
      order_id text,
      received_at timestamptz NOT NULL DEFAULT now(),
      handled_at timestamptz,
      tries integer NOT NULL DEFAULT 0,
      failure text
    )`)
    this.addSql('CREATE INDEX crediario_event_due ON crediario_event (received_at) WHERE handled_at IS NULL')
    this.addSql(`CREATE TABLE crediario_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT now(),
      order_id text,
      level text NOT NULL,
      message text NOT NULL
    )`)
    this.addSql('CREATE INDEX crediario_log_of_order ON crediario_log (order_id, id)')
  }

  override async down(): Promise<void> {
    this.addSql('DROP TABLE crediario_sale')
    this.addSql('DROP TABLE crediario_event')
    this.addSql('DROP TABLE crediario_log')
  }
}
