// A process of its own decodes each photo that a visitor sends, because a hostile one may exhaust or crash what decodes it.
// It is JavaScript with its own entry in vite.config.ts. Reads the photo from its input, and writes a line of JSON and the
// bytes of both sizes.
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'

/** @type {import('./read-photo.ts').WorkerLimits} */
const { maxPixels, maxFrames, side, smallSide, maxBytes, maxCpuMs } = JSON.parse(process.argv[2] ?? '')

/** @param {number} code */
const exit = (code) => process.exit(code)

// libvips works in threads, so this thread is free to watch them.
setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > maxBytes || (user + system) / 1_000 > maxCpuMs) exit(4)
}, 20).unref()

// Where memory runs out, this process ends before the server.
try {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // A hardened system may refuse it.
}

const { default: sharp } = await import('sharp').catch(() => exit(3))
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

/**
 * @param {Buffer} bytes
 * @throws if it is no photo
 */
async function read(bytes) {
  const large = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 75 })
    .toBuffer({ resolveWithObject: true })
  const small = await sharp(large.data)
    .resize({ width: smallSide, height: smallSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { width: large.info.width, height: large.info.height, bytes: large.data, small }
}

/** @param {Buffer} bytes */
async function findProblem(bytes) {
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return 'tooManyPixels'
  return pages > maxFrames ? 'unreadable' : undefined
}

/**
 * @param {object} head
 * @param {readonly Buffer[]} contents
 */
function write(head, contents = []) {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents]))
}

try {
  const sent = await buffer(process.stdin)
  const problem = await findProblem(sent)
  if (problem) write({ problem })
  else {
    const { bytes, small, ...size } = await read(sent)
    write({ ...size, smallBytes: small.length }, [small, bytes])
  }
} catch {
  write({ problem: 'unreadable' })
}
