// npm run browsers [-- firefox webkit]: the visitors' main flows in Firefox and WebKit; see tests/browsers.
import { build, isBuilt } from './build.mjs'

if (!isBuilt()) build('pipe')
process.argv.splice(2, 0, 'tests/browsers/browsers.ts')
await import('./run-ts.mjs')
