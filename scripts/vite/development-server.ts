import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import type { Running } from '../../server/open-server.ts'

/** Vite serves all other paths. */
const serverPaths =
  /^\/(api|healthz|readyz|robots\.txt|sitemap\.xml|\.well-known|request|calendar|webhooks|admin\/company\/end-preview)(\/|\?|$)/

const serverFolders = ['server', 'shared', 'prisma/generated', 'prisma/migrations']

/** Settings come from the environment and `.env`, as in production; Vite listens on PORT. */
export function developmentServer(): Plugin {
  return {
    name: 'development-server',
    // Vitest has no server environment.
    apply: (_config, { command }) => command === 'serve' && !process.env.VITEST,
    config({ root = '' }) {
      const envFile = join(root, '../.env')
      if (existsSync(envFile)) process.loadEnvFile(envFile)
      return { server: { port: Number(process.env.PORT || 3000), strictPort: true } }
    },
    configureServer(vite) {
      const root = join(vite.config.root, '..')
      let running = openServer(vite, root)

      vite.watcher.add(serverFolders.map((folder) => join(root, folder)))
      vite.watcher.on('change', (path) => {
        if (!serverFolders.some((folder) => path.startsWith(join(root, folder)))) return
        const former = running
        // Only one server may have the database open.
        running = former.then(closeServer).then(() => openServer(vite, root))
        running.then(() => vite.config.logger.info('the server has restarted', { timestamp: true }))
      })
      vite.httpServer?.once('close', () => running.then(closeServer))

      vite.middlewares.use((request, response, next) => {
        if (!serverPaths.test(request.url ?? '')) return next()
        running.then((server) => (server ? server.app.routing(request, response) : next())).catch(next)
      })
    },
  }
}

/** The next change tries again. */
async function openServer(vite: ViteDevServer, root: string): Promise<Running | undefined> {
  const environment = vite.environments.server
  if (!environment || !isRunnableDevEnvironment(environment)) throw new Error('Vite cannot run the server environment')
  try {
    environment.runner.clearCache()
    const config: typeof import('../../server/config.ts') = await environment.runner.import(
      join(root, 'server/config.ts'),
    )
    const server: typeof import('../../server/open-server.ts') = await environment.runner.import(
      join(root, 'server/open-server.ts'),
    )
    const running = await server.openServer(config.parseConfig(process.env, root), join(root, 'dist/client'))
    await running.app.ready()
    return running
  } catch (error) {
    vite.config.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error), {
      timestamp: true,
    })
    return undefined
  }
}

async function closeServer(running: Running | undefined): Promise<void> {
  await running?.close()
}
