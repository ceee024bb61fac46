export type SmtpAccount = {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS. Otherwise STARTTLS asks for it. */
  readonly secure: boolean
  readonly signIn: { readonly user: string; readonly pass: string } | undefined
}

// `new URL` would take a raw @ in the password for a part of it, and a raw / or # for the end of the host.
const form =
  /^(?<scheme>smtps?):\/\/(?:(?<user>[^\s:@/?#]+):(?<pass>[^\s@/?#]+)@)?(?:(?<host>[\w.-]+)|\[(?<ipv6>[\da-f:.]+)\])(?::(?<port>\d{1,5}))?\/?$/i

/** @returns undefined unless the text is a URL of SMTP whose special characters are percent-encoded */
export function parseMailUrl(text: string): SmtpAccount | undefined {
  const { scheme = '', user, pass, host, ipv6, port } = form.exec(text)?.groups ?? {}
  const secure = scheme.toLowerCase() === 'smtps'
  const number = Number(port ?? (secure ? 465 : 587))
  const name = host ?? ipv6
  if (name === undefined || number < 1 || number > 65_535) return undefined
  const server = { host: name, port: number, secure }
  if (user === undefined || pass === undefined) return { ...server, signIn: undefined }
  try {
    const signIn = { user: decodeURIComponent(user), pass: decodeURIComponent(pass) }
    return /\p{Cc}/u.test(signIn.user + signIn.pass) ? undefined : { ...server, signIn }
  } catch {
    return undefined
  }
}
