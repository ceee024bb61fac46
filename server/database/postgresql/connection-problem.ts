import type { Problem } from './connection.ts'

/** Certificates that Node does not accept. */
const certificateCodes = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT|CERT_)/

/**
 * Says why PostgreSQL cannot be reached, without a password.
 *
 * @param setting has the URL
 */
export function connectionProblem(url: string, error: unknown, setting = 'the URL'): Problem {
  const { hostname, port, username, pathname } = new URL(url)
  const place = `${hostname}:${port || 5432}`
  const [account, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { text: `The name ${hostname} is unknown.`, cure: `Correct the host in ${setting}, or the DNS.` }
  if (/^28/.test(code))
    return {
      text: `PostgreSQL refuses the account "${account}" (${message}).`,
      cure: `Correct user and password in ${setting} (special characters percent-encoded), or allow the account in pg_hba.conf.`,
    }
  if (code === '3D000')
    return {
      text: `PostgreSQL has no database "${database}".`,
      cure: `Create it: CREATE DATABASE ${database} OWNER ${account};`,
    }
  if (certificateCodes.test(code))
    return {
      text: `The certificate of ${place} is not trusted (${message}).`,
      cure: `Add &sslrootcert=/path/ca.pem to ${setting}, and use the host name that the certificate has.`,
    }
  if (/does not support SSL/.test(message))
    return {
      text: `PostgreSQL at ${place} has no TLS.`,
      cure: `Switch it on there (ssl = on), or remove sslmode from ${setting}.`,
    }
  if (/^E[A-Z]+$/.test(code) || /timeout|terminated/.test(message))
    return {
      text: `Nothing answers at ${place} (${code || message}).`,
      cure: `Start PostgreSQL there, let it listen to this machine, or correct ${setting}.`,
    }
  return { text: `PostgreSQL at ${place} failed: ${message}.`, cure: "Look into PostgreSQL's log." }
}
