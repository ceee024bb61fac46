import { readFileSync } from 'node:fs'

// The tools of tests are a package of their own, which the files of tests and scripts use.
const { devDependencies: tools } = JSON.parse(readFileSync('tests/tools/package.json', 'utf8'))

export default {
  entry: [
    'server/main.ts',
    'server/cli/cli.ts',
    'server/cli/staff.ts',
    'server/demo/main.ts',
    'server/accounts/passwords/password-worker.js',
    'client/entry-prerender.tsx',
    'client/start.ts',
    'client/request-photos.ts',
    'client/routes/**/*.tsx',
    'scripts/*.mjs',
    'client/prerender/render-process.ts',
    'client/prerender/render-site.ts',
    'scripts/icons/write-site-images.ts',
    'tests/bench/*.{ts,mjs}',
    'tests/drills/drill.ts',
    'tests/drills/harness/*.mjs',
    'tests/fuzz/fuzz.ts',
    'tests/fuzz/health-probe.mjs',
    'tests/observatory/**/*.{ts,mjs}',
    'tests/browsers/browsers.ts',
    'tests/support/e2e/screenshots.ts',
  ],
  project: ['{client,server,shared,scripts,tests}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'],
  vitest: { config: ['tests/vitest.config.ts'] },
  playwright: { config: ['tests/playwright.config.ts'] },
  ignore: ['client/route-tree.gen.ts'],
  ignoreBinaries: ['mount', 'openssl', 'pgbouncer', 'strace', 'taskset', 'umount', 'vitest', 'playwright'],
  ignoreDependencies: [...Object.keys(tools), '@prisma/client'],
}
