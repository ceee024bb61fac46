import { benchAdmin } from './admin.ts'
import { benchExport } from './export.ts'
import { benchFind } from './find.ts'
import { benchList } from './list.ts'
import { benchLive } from './live.ts'
import { benchMail } from './mail.ts'
import { benchMemory } from './memory.ts'
import { benchMetrics } from './metrics.ts'
import { benchNudges } from './nudges.ts'
import { options } from './options.ts'
import { benchPages } from './pages.ts'
import { benchPhotos } from './photos.ts'
import { benchPrivacy } from './privacy.ts'
import { benchProcesses } from './processes.ts'
import { benchReports } from './reports.ts'
import { benchScale } from './scale.ts'
import { benchSentPhotos } from './sent-photos.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { benchStatic } from './static.ts'
import { benchStoredPhotos } from './stored-photos.ts'
import { benchSubmit } from './submit.ts'
import { benchToday } from './today.ts'

const benches: Record<string, () => Promise<void>> = {
  admin: benchAdmin,
  find: benchFind,
  export: benchExport,
  list: benchList,
  live: benchLive,
  mail: benchMail,
  memory: benchMemory,
  metrics: benchMetrics,
  nudges: benchNudges,
  pages: benchPages,
  photos: benchPhotos,
  privacy: benchPrivacy,
  processes: benchProcesses,
  reports: benchReports,
  'sent-photos': benchSentPhotos,
  'sign-in': benchSignIn,
  scale: benchScale,
  start: benchStart,
  static: benchStatic,
  'stored-photos': benchStoredPhotos,
  submit: benchSubmit,
  today: benchToday,
}

/** These benches take long, so they run only by name. */
const onlyByName = new Set([
  'memory',
  'photos',
  'privacy',
  'processes',
  'scale',
  'sent-photos',
  'stored-photos',
  'today',
])

const unknown = options.names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Choose from: ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches))
  if (options.names.length === 0 ? !onlyByName.has(name) : options.names.includes(name)) await bench()
