import sharp from 'sharp'

/** What Playwright puts into a file field. */
export type CameraPhoto = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** Stands in what the camera noted. */
export const notedPlace = 'PLANTED 40.7484N 73.9857W'

/** A JPEG with the noise of a camera, and the place where it was taken. */
export async function cameraPhoto(name: string, width = 400, height = 300, sigma = 6): Promise<CameraPhoto> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#a06040', noise } })
  const buffer = await picture
    .withExif({ IFD3: { GPSProcessingMethod: notedPlace } })
    .jpeg({ quality: 98 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
