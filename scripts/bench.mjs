// npm run bench [-- NAME ...]: measures the production build; see tests/bench.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/bench/bench.ts')
await import('./run-ts.mjs')
