import type { Config } from '#server/config.ts'
import { broken, type Finding, ok } from '#server/database/finding.ts'
import { mailCures } from '#server/mail/transports/mail-problems.ts'
import { withSmtp } from '#server/mail/transports/smtp.ts'
import {
  isCertificateProblem,
  isRefusedSignIn,
  isWithoutStarttls,
  smtpCode,
  smtpFailure,
} from '#server/mail/transports/smtp-errors.ts'

const about = 'email'

/** Connects, encrypts and signs in, as for an email. Sends none. */
export async function checkSmtp(account: NonNullable<Config['smtp']>): Promise<Finding> {
  const server = `The mail server ${account.host}:${account.port}`
  try {
    const isEncrypted = await withSmtp({ account }, async ({ secure }) => secure)
    const how = isEncrypted ? 'with TLS' : 'without TLS, on this machine'
    return ok(
      about,
      `${server} accepts ${account.signIn ? 'the user and password of MAIL_URL' : 'connections'} ${how}.`,
    )
  } catch (error) {
    const [problem, cure] = explain(error, account)
    return broken(about, `${server} ${problem} (${smtpCode(error)}).`, cure)
  }
}

function explain(error: unknown, { secure, signIn }: NonNullable<Config['smtp']>): [problem: string, cure: string] {
  const code = smtpCode(error)
  if (isRefusedSignIn(error))
    return [signIn ? 'refuses the user or password of MAIL_URL' : 'wants a user and password', mailCures.signIn]
  if (isCertificateProblem(error)) return [`has a certificate ${certificateFault(code)}`, mailCures.certificate]
  if (isWithoutStarttls(error)) return ['offers no STARTTLS', mailCures.starttls]
  if (code.startsWith('ERR_SSL'))
    return ['does not begin with TLS', 'Write smtp:// in MAIL_URL for a port with STARTTLS, such as 587.']
  if (code === 'GREETING_TIMEOUT' && !secure)
    return ['does not greet', 'Write smtps:// in MAIL_URL for a port that begins with TLS, such as 465.']
  if (/^\d/.test(code)) return [`answers that ${smtpFailure(error).message}`, 'Try again later, or ask its provider.']
  return ['cannot be reached', mailCures.unreachable]
}

function certificateFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'that has expired'
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'for another name' : 'of an authority that is not known here'
}
