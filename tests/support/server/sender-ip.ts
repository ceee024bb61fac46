let addresses = 0

/** A network address that no other call in this process gets, so that no limit is met by accident. */
export function newSenderAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Settings of a server that believes {@link fromElsewhere}, for calls over the loopback interface. */
export const trustLoopback = { TRUST_PROXY: '127.0.0.1' }

/** Headers of a request as a proxy on this machine forwards it, each time from another network address. */
export function fromElsewhere(): Record<string, string> {
  return { 'x-forwarded-for': newSenderAddress() }
}
