// node scan.mjs PACKAGES SITE ...: prints a line of JSON for each site; PACKAGES is the folder of the scanner.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [packages = '', ...sites] = process.argv.slice(2)
const scanner = join(packages, '@mdn/mdn-http-observatory')
// The scanner expects the preload list, which its install script would download.
writeFileSync(join(scanner, 'conf/hsts-preload.json'), '{}')
const { scan } = await import(pathToFileURL(join(scanner, 'src/index.js')).href)

for (const site of sites) {
  const { scan: summary, tests } = await scan(site)
  const results = Object.entries(tests).map(([name, { result, scoreModifier }]) => ({ name, result, scoreModifier }))
  console.log(JSON.stringify({ grade: summary.grade, score: summary.score, results }))
}
