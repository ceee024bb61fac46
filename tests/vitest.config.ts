import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

/**
 * What PostgreSQL has to show: each handwritten statement of the server runs here at least once, and what the engines do differently, such
 * as search, locks and notifications. All other rules are decided above the database, so SQLite alone shows them.
 */
const postgresqlContract = [
  'tests/database/{*,postgresql/*}.test.ts',
  'tests/domain/{bulk-change,estimate-writer,export-estimates,nudges,proposal-reminders,pushes,sweep-expired,visit-reminders}.test.ts',
  'tests/api/{estimate-export,estimates-find,estimates-hostile-search,estimates-list,estimates-search,estimates-writings}.test.ts',
  'tests/api/{auth-links,erase-person,health,live,metrics,people,proposals,reports,retention,saved-views,written-proposals}.test.ts',
  'tests/api/{photos,proposal-files,second-factor-passkeys,today,unavailable,visitor-page}.test.ts',
  'tests/mail/outbox-claims.test.ts',
]

/** What is said about HTTP alone is the same on both. */
const onSqlite = ['tests/{domain,api,mail,http}/**/*.test.ts', 'tests/database/{*,sqlite/*}.test.ts']

// One suite of database tests runs on both engines; tests/support/database/test-database.ts reads which.
const databaseTests = (engine: 'sqlite' | 'postgresql') => ({
  extends: true as const,
  oxc: { jsx: { development: false } },
  test: {
    name: `database-${engine}`,
    include: engine === 'sqlite' ? onSqlite : postgresqlContract,
    // React's build for development would render the emails, at several times the cost.
    env: { TEST_DATABASE_ENGINE: engine, NODE_ENV: 'production' },
    // Loading Prisma and the server costs more than most of these files; what they load keeps nothing of a test.
    isolate: false,
    globalSetup: [
      ...(engine === 'postgresql' ? ['tests/support/database/postgresql-server.ts'] : []),
      'tests/support/database/template-database.ts',
      'tests/support/server/run-folder.ts',
    ],
  },
})

/**
 * Begins with the file that takes longest, mostly waiting, so that the others run meanwhile, and keeps the files of a project
 * together: a worker is handed on only to a file of the same project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const isLongest = (file: (typeof files)[number]) => Number(file.moduleId.endsWith('/production/drills.test.ts'))
    return (await super.sort(files)).sort(
      (one, other) => isLongest(other) - isLongest(one) || one.project.name.localeCompare(other.project.name),
    )
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default is one second, within which a busy machine may not finish.
    expect: { poll: { timeout: 10_000 } },
    // Many tests wait for a server, a timer or the disk.
    maxWorkers: availableParallelism() * 2,
    projects: [
      {
        extends: true,
        test: { name: 'unit', isolate: false, include: ['tests/{shared,server,scripts}/**/*.test.ts'] },
      },
      databaseTests('sqlite'),
      databaseTests('postgresql'),
      {
        extends: './vite.config.ts',
        test: {
          name: 'client',
          // Loading the site costs more than most of these files.
          isolate: false,
          environment: 'happy-dom',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/client/client-setup.ts'],
          // Typing letter by letter takes its time on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          // A process of their own for files that load modules anew, which would leave others with two of each.
          name: 'isolated',
          environment: 'happy-dom',
          include: ['tests/isolated/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'production',
          include: ['tests/production/**/*.test.ts'],
          globalSetup: ['tests/support/database/postgresql-server.ts', 'tests/support/server/started-databases.ts'],
          setupFiles: ['tests/support/server/built-site.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
