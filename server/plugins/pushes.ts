import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { PushWorker } from '#server/push/push-worker.ts'
import { deriveVapidKeys } from '#server/push/vapid-keys.ts'

type PushesOptions = {
  readonly database: Database
  readonly config: Pick<Config, 'mailFrom' | 'pushOrigin'>
  readonly secretsKey: Buffer | undefined
  readonly clock: Clock
}

/** Sends notifications to the devices of the staff, where there is a key to send with. */
export const pushes = plugin(
  async (app: FastifyInstance, { database, config, secretsKey, clock }: PushesOptions) => {
    if (!secretsKey) {
      app.decorate('pushes', { wake: () => undefined })
      return
    }
    const { mailFrom: contact, pushOrigin } = config
    const settings = { keys: deriveVapidKeys(secretsKey), contact, pushOrigin }
    const worker = new PushWorker({ database, settings, clock, log: app.log })
    app.decorate('pushes', { wake: () => worker.wake() })
    app.addHook('onReady', async () => worker.start())
    app.addHook('onClose', async () => worker.stop(app.closing.msLeft('outboxStopped')))
  },
  { name: 'pushes', dependencies: ['graceful-close'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** `wake` has notifications sent that were queued. */
    pushes: { wake(): void }
  }
}
