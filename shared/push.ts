import * as z from 'zod/mini'

/** What a browser says of itself when it subscribes: its address at its push service, its public key and its secret. */
const pushDeviceSchema = z.strictObject({
  endpoint: z.string().check(z.maxLength(1024)),
  /** It is a point of P-256, uncompressed, in base64url. */
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  /** It is 16 bytes in base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  showNames: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDeviceSchema>

/** Null switches the device off. */
export const setPushDeviceSchema = z.strictObject({ device: z.nullable(pushDeviceSchema) })

export type PushState = {
  /** In base64url; the browser subscribes with it. Null where the server has no key to send with. */
  readonly publicKey: string | null
  /** Null while this device is not told of anything. */
  readonly device: { readonly endpoint: string; readonly showNames: boolean } | null
}
