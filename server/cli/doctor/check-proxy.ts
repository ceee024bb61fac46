import type { Config } from '#server/config.ts'
import { broken, type Finding, ok, warning } from '#server/database/finding.ts'

const about = 'proxy'
const loopback = ['127.0.0.1', '::1', '127.0.0.0/8']
const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Checks that what a proxy in front needs is set. The program itself speaks no TLS. */
export function checkProxy({ appOrigin, trustedProxies, host }: Config): Finding {
  const { protocol, hostname } = new URL(appOrigin)
  const everyone = trustedProxies.find((range) => /\/0$/.test(range))
  if (everyone !== undefined)
    return broken(
      about,
      `TRUST_PROXY trusts everyone (${everyone}), so that every visitor can choose the address that counts for the limits.`,
      'Name only the address from which your proxy connects.',
    )
  if (protocol === 'https:' && trustedProxies.length === 0)
    return broken(
      about,
      'APP_ORIGIN is https, so there is a proxy, but TRUST_PROXY is empty: all visitors share the limits of one.',
      'Set TRUST_PROXY to the address from which the proxy connects, such as 127.0.0.1.',
    )
  if (protocol === 'http:' && !localHosts.includes(hostname))
    return broken(
      about,
      `APP_ORIGIN is a public address without TLS (${appOrigin}), so that passwords and requests can be read on the way.`,
      'Put a proxy with TLS in front, and set APP_ORIGIN to its https:// address.',
    )
  if (trustedProxies.length > 0 && trustedProxies.every((range) => loopback.includes(range)) && isPublic(host))
    return warning(
      about,
      `The proxy is on this machine, but the program listens to every network (HOST is ${host}).`,
      'Set HOST=127.0.0.1, so that no one gets past the proxy.',
    )
  return ok(about, `APP_ORIGIN is ${appOrigin}, TRUST_PROXY is ${trustedProxies.join(', ') || 'empty'}.`)
}

function isPublic(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
