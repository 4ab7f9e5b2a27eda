import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from '../tidy/source-files.ts'
import { type MariaDb, startMariaDb } from './mariadb.ts'
import { ensurePhp, execute, runPhpUnit } from './php-programs.ts'

let mariaDb: MariaDb
before(async () => {
  ensurePhp()
  mariaDb = await startMariaDb()
})
after(() => mariaDb?.stop())

test('the shared code keeps its promises on the database of real shops, with its tables, statements and locks', async () => {
  const line = await runPhpUnit('php', { DATABASE_DSN: mariaDb.dsn, WALKS: '80', WALK_SEED: '700' })
  assert.match(line, /^OK \(\d+ tests/)
})

/** Takes a lock, and one inside it, as a timer does that follows an order; adds to a number that nothing else protects. */
const COUNTER = `require '${join(ROOT, 'connectors/php/autoload.php')}';
$sql = new Crediario\\Connector\\PdoSql(new PDO(getenv('DATABASE_DSN'), 'root', ''));
$sql->execute('CREATE TABLE IF NOT EXISTS counter (n int)');
$locks = new Crediario\\Connector\\MysqlLocks($sql, 60);
$locks->run('start', function () use ($sql) {
    if ($sql->rows('SELECT n FROM counter') === []) { $sql->execute('INSERT INTO counter VALUES (0)'); }
});
for ($round = 0; $round < 25; $round++) {
    $locks->run('timer-' . ($round % 2), fn () => $locks->run('an order with a long number 100000000000000000000000000000007', function () use ($sql) {
        $n = (int) $sql->rows('SELECT n FROM counter')[0]['n'];
        usleep(500);
        $sql->execute('UPDATE counter SET n = ?', [$n + 1]);
    }));
}
echo $sql->rows('SELECT n FROM counter')[0]['n'];`

test('locks hold across processes, one inside the other, and are free again after a process that ended', async () => {
  const env = { DATABASE_DSN: mariaDb.dsn }
  const counts = await Promise.all(Array.from({ length: 4 }, () => execute('php', ['-r', COUNTER], env)))
  assert.equal(Math.max(...counts.map(Number)), 100)
  const dying = `require '${join(ROOT, 'connectors/php/autoload.php')}';
    $sql = new Crediario\\Connector\\PdoSql(new PDO(getenv('DATABASE_DSN'), 'root', ''));
    (new Crediario\\Connector\\MysqlLocks($sql))->run('an order', fn () => posix_kill(getmypid(), SIGKILL));`
  await assert.rejects(execute('php', ['-r', dying], env))
  const next = dying.replace('posix_kill(getmypid(), SIGKILL)', "print('free')")
  assert.equal(await execute('php', ['-r', next], env), 'free')
})
