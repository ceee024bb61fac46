// node tests/bench/fast-reader.mjs ADDRESS COOKIE: downloads a file as fast as it comes and prints how long that took, in
// milliseconds, and how many lines it has. They are counted afterwards: a reader that is slower than the server hides
// what the server does to others.
import { get } from 'node:http'

const [address = '', cookie = ''] = process.argv.slice(2)
/** Ends a line of the file, and is in none of its texts. */
const lineEnd = '\r\n'

const begun = performance.now()
get(address, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }, (response) => {
  if (response.statusCode !== 200) throw new Error(`an export was answered ${response.statusCode}`)
  /** @type {Buffer[]} */
  const chunks = []
  response.on('data', (chunk) => chunks.push(chunk))
  response.on('end', () => {
    const ms = performance.now() - begun
    const file = Buffer.concat(chunks)
    let lines = 0
    for (let end = file.indexOf(lineEnd); end >= 0; end = file.indexOf(lineEnd, end + lineEnd.length)) lines += 1
    process.stdout.write(JSON.stringify({ ms, lines, bytes: file.length }))
  })
})
