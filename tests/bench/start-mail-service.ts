import { startServer } from '#tests/support/server/server-process.ts'

export type MailService = {
  /** The settings of a server that sends through it. */
  readonly settings: Record<string, string>
  readonly pid: number | undefined
  stop(): Promise<unknown>
}

/** About as long as Postmark takes. */
const responseMs = 20

/** A mail service that accepts every email. See mail-service.ts. */
export const answeringMailService = () => start({ RESPONSE_MS: String(responseMs) })

/** A mail service that never responds, so that emails cost next to nothing. */
export const silentMailService = () => start({})

async function start(settings: Record<string, string>): Promise<MailService> {
  const service = await startServer(settings, ['scripts/run-ts.mjs', 'tests/bench/mail-service.ts'])
  return {
    settings: {
      POSTMARK_SERVER_TOKEN: 'bench',
      POSTMARK_API_ORIGIN: service.origin,
      ACKNOWLEDGEMENTS_PER_HOUR: '9999999',
    },
    pid: service.process.pid,
    stop: () => service.end('SIGKILL'),
  }
}
