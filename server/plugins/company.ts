import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { type CompanyPages, createCompanySite, type PagesReader } from '#server/company/company-site.ts'
import { readVersion, readVersions } from '#server/company/company-versions.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { PollTimer } from '#server/poll-timer.ts'
import { setCompany } from '#shared/company.ts'
import { minuteMs } from '#shared/durations.ts'

/** Other processes may publish. */
const intervalMs = 2_000

const afterFailureMs = minuteMs

type CompanyOptions = {
  readonly database: Database
  readonly config: Pick<Config, 'dataDir'>
  readonly clientDir: string
}

/** Puts the company in force that an administrator published last, at the start and whenever it changes. */
export const company = plugin(
  async (app: FastifyInstance, { database: { read }, config: { dataDir }, clientDir }: CompanyOptions) => {
    const site = createCompanySite({
      prerenderDir: join(clientDir, '../prerender'),
      siteDir: join(dataDir, 'site'),
      read,
      log: app.log,
    })
    const readers: PagesReader[] = []
    let pagesDir = clientDir
    let inForce = 0
    let following: Promise<void> | undefined
    /** Set when a visitor's wait was in vain. */
    let isStuck = false

    async function follow(): Promise<void> {
      const [newest] = await readVersions(read)
      if (!newest || newest.number === inForce) return
      const published = await readVersion(read, newest.number)
      const folder = await site.render(published)
      const commits = await Promise.all(readers.map((reader) => reader(folder)))
      // From here on everything changes in one turn.
      setCompany(published)
      pagesDir = folder
      inForce = newest.number
      for (const commit of commits) commit()
    }

    async function followInTurn(): Promise<void> {
      // A version that was added meanwhile may not have been seen.
      await following?.catch(() => undefined)
      following ??= follow().finally(() => {
        following = undefined
      })
      await following
    }

    async function followForVisitor(): Promise<void> {
      if (isStuck) return
      await followInTurn().catch(() => {
        isStuck = true
      })
    }

    const timer = new PollTimer(() => {
      followInTurn().then(
        () => {
          isStuck = false
          timer.within(intervalMs)
        },
        (error: unknown) => {
          app.log.warn({ err: error }, 'the published company cannot be shown yet')
          timer.within(afterFailureMs)
        },
      )
    })

    // A site with another company's name would be worse than a start that fails.
    await follow()
    app.decorate('company', {
      pagesDir: () => pagesDir,
      ...site,
      follow: followInTurn,
      followForVisitor,
      onChange: (reader: PagesReader) => void readers.push(reader),
    } satisfies CompanyPages)
    app.addHook('onReady', async () => timer.within(intervalMs))
    app.addHook('onClose', async () => timer.clear())
  },
  { name: 'company' },
)

declare module 'fastify' {
  interface FastifyInstance {
    company: CompanyPages
  }
}
