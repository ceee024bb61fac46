import { resolve } from 'node:path'
import { type Config, databasePlace } from '#server/config.ts'
import { diagnoseDatabase } from '#server/database/diagnose.ts'
import type { Finding } from '#server/database/finding.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { checkDisk, checkFolder } from './check-folder.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkProxy } from './check-proxy.ts'
import { checkSecretsKey } from './check-secrets-key.ts'
import { checkServer } from './check-server.ts'
import { checkSettings, checkSettingsFile } from './check-settings.ts'

/** Checks an installation from outside, without changing it. Never throws for what it finds. */
export async function diagnose(
  read: () => Config,
  settingsFile = resolve('.env'),
  nodeVersion = process.versions.node,
): Promise<Finding[]> {
  const { config, findings } = checkSettings(read)
  const first = [checkNode(nodeVersion), ...findings, ...checkSettingsFile(settingsFile)]
  if (!config) return first
  const folder = checkFolder(config.dataDir)
  const canOpen = folder.state !== 'broken' || !isSqliteUrl(config.databaseUrl)
  return [
    ...first,
    checkProxy(config),
    folder,
    checkDisk(config.dataDir),
    ...(canOpen ? await diagnoseDatabase(databasePlace(config)) : []),
    ...(canOpen ? await checkSecretsKey(config) : []),
    ...(await checkMail(config)),
    await checkServer(config),
  ]
}
