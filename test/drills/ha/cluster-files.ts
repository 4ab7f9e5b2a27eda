import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Driver } from './cluster.ts'

export interface NodeAddress {
  readonly name: string
  readonly folder: string
  readonly postgresPort: number
  readonly restPort: number
  readonly etcdPort: number
  readonly peerPort: number
}

const VERSIONS = '/usr/lib/postgresql'

/** As docs/runbooks/several-machines.md recommends it, on other ports. */
export function composePatroni(node: NodeAddress, nodes: readonly NodeAddress[], driver: Driver): string {
  const version = readdirSync(VERSIONS).toSorted().at(-1) ?? ''
  const { name, folder, postgresPort, restPort } = node
  return JSON.stringify({
    scope: 'crediario',
    name,
    log: { level: 'INFO' },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    [driver]: { hosts: nodes.map(({ etcdPort }) => `127.0.0.1:${etcdPort}`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 7,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            wal_level: 'replica',
            hot_standby: 'on',
            wal_log_hints: 'on',
            max_wal_senders: 8,
            max_replication_slots: 8,
            wal_keep_size: '256MB',
            synchronous_commit: 'on',
            fsync: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${postgresPort}`,
      connect_address: `127.0.0.1:${postgresPort}`,
      data_dir: join(folder, 'data'),
      bin_dir: join(VERSIONS, version, 'bin'),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'drill' },
        replication: { username: 'replicator', password: 'drill' },
        rewind: { username: 'rewinder', password: 'drill' },
      },
      parameters: { unix_socket_directories: folder },
      basebackup: [{ checkpoint: 'fast' }],
    },
    watchdog: { mode: 'off' },
  })
}

/** Asks Patroni on every node which one leads, and ends connections to a node that no longer does. */
export function composeHaproxy(port: number, nodes: readonly NodeAddress[]): string {
  return [
    'global',
    '  maxconn 400',
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, postgresPort, restPort }) =>
        `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
    ),
    '',
  ].join('\n')
}
