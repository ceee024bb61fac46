// npm run observatory: grades the security headers of the production build; see tests/observatory.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/observatory/observatory.ts')
await import('./run-ts.mjs')
