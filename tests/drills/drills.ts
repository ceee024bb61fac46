import { clockDrills } from './clocks.ts'
import { copyDrills } from './copies.ts'
import { crowdDrills } from './crowds.ts'
import { deployDrills } from './deploy.ts'
import { enduranceDrills } from './endurance.ts'
import { fuzzDrills } from './fuzz.ts'
import type { Drill } from './harness/drill.ts'
import { killDrills } from './kill.ts'
import { mailDrills } from './mails.ts'
import { moveDrills } from './moves.ts'
import { nudgeDrills } from './nudges.ts'
import { openTabDrills } from './open-tabs.ts'
import { pgbouncerDrills } from './pgbouncer.ts'
import { photoDrills } from './photos.ts'
import { postgresqlFaultDrills } from './postgresql-faults.ts'
import { postgresqlPeerDrills } from './postgresql-peers.ts'
import { postmarkDrills } from './postmark-faults.ts'
import { proposalDrills } from './proposals.ts'
import { proxyDrills } from './proxies.ts'
import { publicationDrills } from './publications.ts'
import { pushDrills } from './pushes.ts'
import { readDrills } from './reads.ts'
import { rollingUpgradeDrills } from './rolling-upgrade.ts'
import { sessionDrills } from './sessions.ts'
import { shutdownDrills } from './shutdown.ts'
import { sqliteFaultDrills } from './sqlite-faults.ts'
import { syncDrills } from './syncs.ts'
import { upgradeDrills } from './upgrades.ts'
import { visitorDrills } from './visitors.ts'

export const drills: readonly Drill[] = [
  ...killDrills,
  ...mailDrills,
  ...nudgeDrills,
  ...pushDrills,
  ...proposalDrills,
  ...photoDrills,
  ...postmarkDrills,
  ...postgresqlFaultDrills,
  ...postgresqlPeerDrills,
  ...pgbouncerDrills,
  ...sqliteFaultDrills,
  ...crowdDrills,
  ...visitorDrills,
  ...publicationDrills,
  ...readDrills,
  ...shutdownDrills,
  ...fuzzDrills,
  ...clockDrills,
  ...copyDrills,
  ...syncDrills,
  ...sessionDrills,
  ...upgradeDrills,
  ...rollingUpgradeDrills,
  ...openTabDrills,
  ...moveDrills,
  ...enduranceDrills,
  ...deployDrills,
  ...proxyDrills,
]
