import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { residentMegabytes } from '#tests/bench/process-usage.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { cameraPhoto, photoShapes, shrunkPhoto } from '#tests/support/estimates/photo-fixtures.ts'
import { percentile } from '#tests/support/percentile.ts'
import { fromElsewhere } from '#tests/support/server/sender-ip.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, startProbe } from './harness/probe.ts'
import type { Random } from './harness/random.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { newInput, send } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'

const boundary = 'boundary-of-the-photo'

function toForm(photo: Buffer): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="photo.jpg"\r\n\r\n`
  return Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/**
 * @param form made beforehand, since this process also measures
 * @returns the status, or undefined without a complete response
 */
function upload(scene: Scene, key: string, id: string, form: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = {
      ...fromElsewhere(),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': form.length,
    }
    const request = httpRequest(`${scene.origin}/api/form-photos/${id}?key=${key}`, { method: 'PUT', headers })
    request.once('response', (response) => {
      response.resume()
      response.once('close', () => resolve(response.complete ? response.statusCode : undefined))
    })
    request.once('error', () => resolve(undefined))
    request.end(form)
  })
}

/** Overwrites, cuts, repeats or inserts some bytes, mostly behind the first ones, by which a format is known. */
function mutate(random: Random, photo: Buffer): Buffer {
  const bytes = Buffer.from(photo)
  const place = () => random.integer(random.chance(0.1) ? 0 : 16, bytes.length - 1)
  for (let change = random.integer(1, 8); change > 0; change--) bytes[place()] = random.integer(0, 255)
  const [one, other] = [place(), place()]
  const [start, end] = [Math.min(one, other), Math.max(one, other)]
  switch (random.integer(0, 4)) {
    case 0:
      return bytes.subarray(0, end)
    case 1:
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
    default:
      return bytes
  }
}

/** So many strangers never wait with their photos. */
async function forget(scene: Scene): Promise<void> {
  for (const table of ['file_contents', 'stored_files'])
    await changeDatabase(scene.place.databaseUrl, `DELETE FROM ${table}`)
}

async function mutated(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const random = drill.random.fork('mutations')
  const photos = await Promise.all(Object.values(photoShapes).map((make) => make()))
  const send = (bytes: Buffer) => upload(scene, random.uuid(), random.uuid(), toForm(bytes))
  // What a first photo loads stays.
  await Promise.all(photos.map(send))
  await forget(scene)
  const { pid } = scene.server.process
  const before = residentMegabytes(pid) ?? 0
  const statuses = new Tally()
  const count = drill.count(10_000)
  let sent = 0
  const work = async () => {
    while (sent < count) {
      sent += 1
      statuses.note((await send(mutate(random, random.pick(photos)))) ?? 'broken')
      if (sent % 500 === 0) await forget(scene)
    }
  }
  await Promise.all([work(), work(), work()])
  drill.figure('sent', sent)
  drill.figure('responses', statuses.summary())
  const others = statuses.except('200', '400')
  drill.check('each is taken or refused', others.length === 0, others)
  drill.check('the server never ends by itself', scene.server.isRunning(), scene.server.output().slice(0, 500))
  await delay(drill.isShort ? 0 : 10_000)
  const more = (residentMegabytes(pid) ?? 0) - before
  drill.figure('more memory MB', more)
  drill.check('its memory is back within 50 MB', more < 50, more)
}

async function submissions(scene: Scene, random: Random, seconds: number): Promise<number[]> {
  const durations: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const startedAt = performance.now()
    const { status } = await send(`${scene.origin}/api/trpc/estimates.submit`, newInput(random))
    if (status !== 200) throw new Error(`a submission got ${status}`)
    durations.push(performance.now() - startedAt)
    await delay(20)
  }
  return durations
}

/** Eight visitors send the photos of a phone without a break. */
async function eightVisitors(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const random = drill.random.fork('visitors')
  const photo = await shrunkPhoto()
  const form = toForm(photo)
  const seconds = drill.count(15)
  await submissions(scene, random, 2)
  const calm: number[] = []
  const busy: number[] = []
  let uploads = 0
  const probe = await startProbe([])
  // In turns, because the machine is not always equally fast.
  for (let round = 0; round < 3; round++) {
    calm.push(...(await submissions(scene, random, seconds)))
    let isOver = false
    const visitors = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const key = random.uuid()
        for (let each = 0; each < 6 && !isOver; each++)
          if ((await upload(scene, key, random.uuid(), form)) === 200) uploads += 1
      }
    })
    await delay(500)
    busy.push(...(await submissions(scene, random, seconds)))
    isOver = true
    await Promise.all(visitors)
  }
  const { control } = await probe.stop()
  drill.figure('photos', uploads)
  drill.figure('photo kB', Math.round(photo.length / 1_000))
  drill.figure('submission p50/p99/max ms', times(calm))
  drill.figure('meanwhile', times(busy))
  const [calmP99 = 0, busyP99 = 0] = [calm, busy].map((durations) => percentile(durations, 0.99))
  drill.check('photos are stored meanwhile', uploads > 0)
  const bar = barWith(2 * calmP99, control, 0.99)
  drill.check('a submission takes at most twice as long', busyP99 <= Math.max(bar, drill.isShort ? 200 : 0), {
    busyP99,
    bar,
  })
}

async function killWhileUploading(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const random = drill.random.fork('kills')
  const form = toForm(await cameraPhoto())
  const kills = drill.count(50)
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const input = newInput(random)
    const ids = Array.from({ length: 6 }, () => random.uuid())
    const uploads = ids.map(async (id) => {
      if ((await upload(scene, input.requestKey, id, form)) === 200) acknowledged.push(id)
    })
    // On a busy machine a fixed time may be too short for any.
    await Promise.race(uploads)
    await delay(random.integer(0, 200))
    const submission = send(`${scene.origin}/api/trpc/estimates.submit`, { ...input, photos: ids }).catch(
      () => undefined,
    )
    await delay(random.integer(0, 200))
    await scene.server.end('SIGKILL')
    await Promise.all([...uploads, submission])
    await scene.start()
  }
  const stored = await scene.rows<{ id: string }>('SELECT id FROM stored_files')
  const lost = acknowledged.filter((id) => !stored.some((row) => row.id === id))
  drill.figure('kills', kills)
  drill.figure('acknowledged', acknowledged.length)
  drill.figure('stored', stored.length)
  drill.check('each acknowledged photo is stored', lost.length === 0, lost.slice(0, 3))
  drill.check(
    'most kills meet photos',
    acknowledged.length > kills / 2 && stored.length < 6 * kills,
    acknowledged.length,
  )
  const halves = await scene.count(`SELECT count(*) AS count FROM stored_files FULL JOIN file_contents ON id = file_id
    WHERE id IS NULL OR bytes IS NULL OR small IS NULL OR length(bytes) = 0`)
  drill.check('no row is without its bytes', halves === 0, halves)
  const mixed = await scene.count(
    'SELECT count(*) AS count FROM stored_files WHERE (estimate_id IS NULL) = (request_key IS NULL)',
  )
  drill.check('each belongs to a request or waits for one', mixed === 0, mixed)
  await sweep(drill, scene)
}

const aDayAgo = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%f', 'now', '-25 hours') || '+00:00'",
  postgresql: "now() - interval '25 hours'",
}

/** The server sweeps 20 seconds after its start. */
async function sweep(drill: DrillRun, scene: Scene): Promise<void> {
  const waiting = 'SELECT count(*) AS count FROM stored_files WHERE estimate_id IS NULL'
  drill.figure('waiting', await scene.count(waiting))
  const taken = await scene.count('SELECT count(*) AS count FROM stored_files WHERE estimate_id IS NOT NULL')
  await changeDatabase(
    scene.place.databaseUrl,
    `UPDATE stored_files SET created_at = ${aDayAgo[drill.engine]} WHERE estimate_id IS NULL`,
  )
  const giveUpAt = performance.now() + 60_000 * drill.slowness()
  while ((await scene.count(waiting)) > 0 && performance.now() < giveUpAt) await delay(250)
  const left = await scene.count(waiting)
  drill.check('nothing waits after the sweep', left === 0, left)
  const contents = await scene.count('SELECT count(*) AS count FROM file_contents')
  drill.check('the photos of requests are left, with their bytes', contents === taken, { contents, taken })
}

export const photoDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'PHOTOS', title: 'a submission while eight visitors send photos', run: eightVisitors }),
  ...onBothEngines({ id: 'PHOTOS', title: 'kill -9 while photos are sent', run: killWhileUploading }),
  { id: 'MUTATIONS', title: '10,000 photos with changed bytes', engine: 'sqlite', run: mutated },
]
