import { Errors, Models, ServerClient } from 'postmark'
import type { Config } from '#server/config.ts'
import { broken, type Finding, ok, warning } from '#server/database/finding.ts'
import { mailCures } from '#server/mail/transports/mail-problems.ts'
import { checkSmtp } from './check-smtp.ts'

const about = 'email'
const timeoutSeconds = 10
/** Deadlines and links would be wrong by as much. */
const maxClockOffsetMs = 30_000

type Settings = Pick<
  Config,
  'postmarkServerToken' | 'postmarkApiOrigin' | 'smtp' | 'mailFrom' | 'staffInbox' | 'appOrigin' | 'dataDir'
>

/** Asks Postmark about its server and compares the clocks, or signs in to the mail server. Sends no email. */
export async function checkMail(settings: Settings): Promise<Finding[]> {
  const { postmarkServerToken: token, postmarkApiOrigin, smtp, appOrigin, dataDir } = settings
  if (smtp)
    return [await checkSmtp(smtp), ...addressFindings(settings), clockUnknown('a mail server does not tell the time')]
  if (token === undefined) return [withoutService(appOrigin, dataDir), clockUnknown('no email service is set')]
  const { answeredAt, server, error } = await askPostmark(token, postmarkApiOrigin)
  const account = server ? serverFinding(server) : failureFinding(error, postmarkApiOrigin)
  return [
    account,
    ...addressFindings(settings),
    answeredAt === undefined ? clockUnknown('Postmark did not answer') : clockFinding(answeredAt),
  ]
}

function withoutService(appOrigin: string, dataDir: string): Finding {
  const text = `Neither POSTMARK_SERVER_TOKEN nor MAIL_URL is set, so that emails become files in ${dataDir}/mail.`
  if (!appOrigin.startsWith('https:')) return ok(about, text)
  return warning(
    about,
    `${text} No one receives them.`,
    'Open a Postmark account and set its server token, or set MAIL_URL to a mail account.',
  )
}

type PostmarkAnswer = {
  readonly server?: Models.Server
  readonly error?: unknown
  /** It is the time by Postmark's clock, to a second. */
  readonly answeredAt?: Date
}

async function askPostmark(token: string, origin: string): Promise<PostmarkAnswer> {
  const { host, protocol } = new URL(origin)
  let answeredAt: Date | undefined
  const client = new ServerClient(token, {
    requestHost: host,
    useHttps: protocol === 'https:',
    timeout: timeoutSeconds,
    async fetch(input, init) {
      // A redirect would send the token to another host.
      const response = await fetch(input, { ...init, redirect: 'error' })
      const date = new Date(response.headers.get('date') ?? Number.NaN)
      if (!Number.isNaN(date.getTime())) answeredAt = date
      return response
    },
  })
  try {
    const server = await client.getServer()
    return { server, ...(answeredAt ? { answeredAt } : {}) }
  } catch (error) {
    return { error, ...(answeredAt ? { answeredAt } : {}) }
  }
}

function serverFinding({ Name, DeliveryType }: Models.Server): Finding {
  if (DeliveryType === Models.ServerDeliveryTypes.Sandbox)
    return broken(
      about,
      `The Postmark server "${Name}" is a sandbox, which delivers nothing.`,
      'Create a live server in Postmark, and set POSTMARK_SERVER_TOKEN to its API token.',
    )
  return ok(about, `Postmark accepts the token of its server "${Name}".`)
}

function failureFinding(error: unknown, origin: string): Finding {
  const { statusCode = 0, message = String(error) } = error as { statusCode?: number; message?: string }
  if (error instanceof Errors.PostmarkError && (statusCode === 401 || statusCode === 403))
    return broken(about, `Postmark refuses POSTMARK_SERVER_TOKEN (${statusCode}).`, mailCures.token)
  if (error instanceof Errors.PostmarkError && statusCode > 0)
    return broken(
      about,
      `${origin} answered ${statusCode} instead of naming the Postmark server.`,
      'Look at status.postmarkapp.com, and whether POSTMARK_API_ORIGIN is right.',
    )
  return broken(
    about,
    `Postmark cannot be reached at ${origin} (${message}).`,
    'Allow connections to that address in the firewall, or correct POSTMARK_API_ORIGIN.',
  )
}

/** Names that no domain on the internet has (RFC 2606). */
const reservedDomain = /(?:^|[@.])(?:example|invalid|test|localhost|example\.(?:com|net|org))$/

function addressFindings({ mailFrom, staffInbox }: Settings): Finding[] {
  const given = [
    ['MAIL_FROM', [mailFrom]],
    ['STAFF_INBOX', staffInbox],
  ] as const
  return given.flatMap(([name, addresses]) => {
    const sample = addresses.find((address) => reservedDomain.test(address))
    if (sample === undefined) return []
    return [
      broken(
        about,
        `${name} is the sample address ${sample}, which no one can use.`,
        `Set ${name} to an address of yours.`,
      ),
    ]
  })
}

function clockUnknown(reason: string): Finding {
  return { about: 'clock', state: 'unknown', text: `It was not compared with another one, since ${reason}.` }
}

function clockFinding(theirs: Date): Finding {
  const offsetMs = Date.now() - theirs.getTime()
  if (Math.abs(offsetMs) <= maxClockOffsetMs) return ok('clock', "It agrees with Postmark's.")
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  return broken(
    'clock',
    `This machine is ${seconds} seconds ${offsetMs > 0 ? 'ahead of' : 'behind'} Postmark.`,
    'Switch on time synchronization: timedatectl set-ntp true',
  )
}
