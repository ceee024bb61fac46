import { get } from 'node:http'

/** Ten packets, which a server may send before the client's first acknowledgment (RFC 6928), of 1,460 bytes each. */
export const firstPacketsBytes = 14_600

/** The bytes of a response with Brotli, with its headers. */
export function receivedBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', connection: 'close' }
    get(url, { headers }, (response) => {
      response.resume().once('close', () => resolve(response.socket.bytesRead))
    }).once('error', reject)
  })
}
