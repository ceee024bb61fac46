// node tests/bench/fast-reader.mjs URL COOKIE: downloads a file and prints the time in ms and the number of lines. These
// are counted afterwards, since a slow reader would hide how much the server delays others.
import { get } from 'node:http'

const [address = '', cookie = ''] = process.argv.slice(2)
/** No text contains this. */
const lineEnd = '\r\n'

const startedAt = performance.now()
get(address, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }, (response) => {
  if (response.statusCode !== 200) throw new Error(`an export was answered ${response.statusCode}`)
  /** @type {Buffer[]} */
  const chunks = []
  response.on('data', (chunk) => chunks.push(chunk))
  response.on('end', () => {
    const ms = performance.now() - startedAt
    const file = Buffer.concat(chunks)
    let lines = 0
    for (let end = file.indexOf(lineEnd); end >= 0; end = file.indexOf(lineEnd, end + lineEnd.length)) lines += 1
    process.stdout.write(JSON.stringify({ ms, lines, bytes: file.length }))
  })
})
